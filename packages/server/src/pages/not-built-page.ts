import { siteFile } from './read-site.ts';

/** Stands in for the pages in a checkout that has not built them. */
export const notBuiltPage = siteFile(
  Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Countersign: the pages are not built</title>
</head>
<body>
<main>
<h1>The pages are not built</h1>
<p>The server runs, and its API answers. To have the pages, run <code>npm run build</code> in the checkout and start the
server again.</p>
<p><a href="/v1/reference">API reference</a></p>
</main>
</body>
</html>
`),
  '.html',
);
