import os

config.name = "alias"
config.test_source_root = os.path.dirname(__file__)
lit_config.load_config(config, os.path.join(config.test_source_root, "..", "..", "plugin.cfg.py"))
# The checks that a source states: their functions are known by a file of models, as a user's would be.
config.substitutions.insert(0, ("%check", "amorph-pta<models=%S/Inputs/checks.models>,check<amorph-alias>"))
