"""The lab: the same Automas, played by stand-ins, for whoever designs one. Its messages lie in ``locale/``."""

import os

FOLDER = os.path.dirname(__file__)
