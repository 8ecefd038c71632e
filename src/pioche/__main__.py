"""`python -m pioche` is the command `pioche`."""

import sys

from pioche.terminal.cli import main

sys.exit(main())
