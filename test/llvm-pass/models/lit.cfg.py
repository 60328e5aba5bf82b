import os

config.name = "models"
config.test_source_root = os.path.dirname(__file__)
lit_config.load_config(config, os.path.join(config.test_source_root, "..", "..", "plugin.cfg.py"))
