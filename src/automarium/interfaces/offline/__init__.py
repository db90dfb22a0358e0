"""The offline app: the web interface run by Python in the browser."""
