"""A site without a server, made from a checkout: the page that plays in the browser, a front page, and the
documentation as pages with search. No wheel has it."""
