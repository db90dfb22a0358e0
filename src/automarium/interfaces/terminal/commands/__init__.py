"""The lab's commands: ``simulate``, ``sweep``, ``compare``, ``merge``, ``report``, ``tune``, ``baseline``.

Only what is asked for is loaded: whoever plays at the table loads nothing of the lab.
"""
