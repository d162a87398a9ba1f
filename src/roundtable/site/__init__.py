"""A whole site without a server: pages made beforehand, and a host of the table that runs in a worker of the browser.

`build.py` makes the folder.  `worker.py` is what runs in the browser, with nothing but the standard library.
"""
