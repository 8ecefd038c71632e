"""`python -m pioche` is the command `pioche`."""

import sys

from pioche.cli import main

sys.exit(main())
