#!/bin/sh
# The tests of both engines with other releases of Numba, each in a virtual environment that is removed afterwards, once as
# they are and once with Numba's inside out of reach. Arguments: oldest, newest, or a release such as 0.63.1.
set -eu
export PIOCHE_CAMPAIGN=1 # compiling by public means takes minutes on a busy machine
cd "$(dirname "$0")/.."
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
tests="tests/engine/test_twin.py tests/engine/test_shelf.py tests/engine/test_guests.py tests/battery/test_engines.py"
oldest=$(sed -n 's/^ *"numba>=\([0-9.]*\),.*/\1/p' pyproject.toml)
[ $# -gt 0 ] || set -- oldest newest
for release in "$@"; do
  case $release in
    oldest) wanted="numba==$oldest" ;;
    newest) wanted="numba>=$oldest,<1" ;;
    *) wanted="numba==$release" ;;
  esac
  echo "== $wanted"
  "${PYTHON:-python3}" -m venv "$here/$release"
  run="$here/$release/bin/python"
  $run -m pip --disable-pip-version-check --quiet install "$wanted" pytest hypothesis --editable .
  $run -c 'import numba, llvmlite, numpy; print("numba", numba.__version__, "llvmlite", llvmlite.__version__, "numpy", numpy.__version__)'
  PIOCHE_CACHE=$here/cache $run -m pytest -q -o addopts= -m "not campaign" $tests
  echo "== $wanted, its inside out of reach"
  PIOCHE_CACHE=$here/none $run -m pytest -q -o addopts= -m "not campaign" -p tests.numba_without_internals \
    tests/engine/test_twin.py tests/engine/test_guests.py tests/battery/test_engines.py
  rm -rf "$here/cache"
done
