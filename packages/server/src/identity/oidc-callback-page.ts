/**
 * Where the provider sends the browser back to. Showing it changes nothing: its script, or its button where scripts
 * do not run, sends the same address on as a POST, from our own origin. It is the same for all visitors, so nothing
 * of the address is ever written into it.
 */
export const callbackPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signing in</title>
<script type="module" src="/v1/oidc/callback.js"></script>
</head>
<body>
<main>
<h1>Signing in</h1>
<p id="status" role="status">One moment. If nothing happens, press the button.</p>
<form method="post"><button>Continue</button></form>
<p><a href="/v1/oidc/start">Begin again</a></p>
</main>
</body>
</html>
`;

export const callbackScript = `const status = document.getElementById('status');
try {
  const answer = await fetch(location.href, {
    method: 'POST',
    headers: { accept: 'application/json' },
  });
  const said = await answer.json();
  if (answer.ok) location.replace(said.return_to);
  else status.textContent = said.title + ' ' + said.remedy;
} catch {
  status.textContent = 'The server could not be reached. Press the button to try again.';
}
`;
