"""The companion as a page: Python renders, a small script of ours carries. It holds no rules."""
