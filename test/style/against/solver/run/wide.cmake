# The rows of tables may be wide in pages, but nothing else may be, neither there nor in the scripts that make the build, as here
