// The way in: whoever has an invitation makes a passkey, whoever has one signs in. It shows text only, never markup.

const element = id => document.getElementById(id);
const views = ['join', 'sign-in', 'closed', 'signed-in'];

/** What a problem document says, kept with its code. */
class Refused extends Error {
  constructor({ code, status, title, remedy }) {
    super(`${title} ${remedy}`);
    this.code = code;
    this.isAboutLink = code === 'invitation_not_valid' || status === 400;
  }
}

/** The server could not be asked, or something else answered in its place. */
class Unreachable extends Error {}

async function call(method, path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  let answer;
  let response;
  try {
    response = await fetch(path, { method, headers, body: JSON.stringify(body) });
    answer = await response.json();
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return answer;
  throw typeof answer.code === 'string' ? new Refused(answer) : new Unreachable();
}

function show(view, heading, lead) {
  for (const each of views) element(each).hidden = each !== view;
  element('heading').textContent = heading;
  element('lead').textContent = lead;
  document.title = `${heading} · Countersign`;
  tell(null);
}

function tell(problem) {
  element('problem').hidden = problem === null;
  element('problem').textContent = problem ?? '';
}

/** What happened and what to do, for whoever has never heard of any of it. */
function explain(error) {
  if (error instanceof Unreachable) {
    return 'The server does not answer. See whether it is running and you are online, then try again.';
  }
  switch (error.code) {
    case 'sign_in_failed':
      return 'This passkey does not sign anybody in here. It may have been removed. Try another one, or ask an operator for a new link.';
    case 'too_many_calls':
      return 'There were too many attempts. Wait a minute, then try again.';
  }
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'Nothing was confirmed: it was cancelled, or took too long. Try again when you are ready.';
    case 'InvalidStateError':
      return 'This device has a passkey of yours already. Sign in with it instead.';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'This authenticator cannot make the kind of passkey that is needed here. Use another device or security key.';
    case 'SecurityError':
      return `Passkeys do not work at ${location.origin}. Open this page at the address that the server has.`;
  }
  return error.message;
}

/** Runs what was asked for, once at a time; the button stays where it is, and keeps the focus. */
function onAsk(target, type, progress, ask) {
  let busy = false;
  target.addEventListener(type, async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    const button = target instanceof HTMLFormElement ? target.querySelector('button') : target;
    button.setAttribute('aria-disabled', 'true');
    element('progress').textContent = progress;
    tell(null);
    try {
      await ask();
    } catch (error) {
      tell(explain(error));
    } finally {
      busy = false;
      button.removeAttribute('aria-disabled');
      element('progress').textContent = '';
    }
  });
}

function list(target, roles) {
  const names = roles.length === 0 ? ['none yet'] : roles;
  target.replaceChildren(
    ...names.map(role => {
      const item = document.createElement('li');
      item.textContent = role;
      return item;
    }),
  );
}

function showSignedIn({ name, roles, expires_at }) {
  const until = new Date(expires_at).toLocaleString([], {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  show(
    'signed-in',
    name === null ? 'You are signed in' : `Signed in as ${name}`,
    `Until ${until}.`,
  );
  list(element('roles'), roles);
}

/** Where somebody has just done something, whoever listens to the page hears what came of it. */
function announce() {
  element('heading').focus();
}

async function showSignIn() {
  const { oidc } = await call('GET', '/v1/sign-in-ways');
  show('sign-in', 'Sign in', 'To decide what agents may do.');
  element('sign-in-oidc').hidden = !oidc;
  if (!canUsePasskeys()) {
    element('sign-in-passkey').hidden = true;
    tell(noPasskeys);
  }
}

const noPasskeys =
  'This browser has no passkeys. Use a current version of Chrome, Edge, Firefox or Safari, over https or on localhost.';

function canUsePasskeys() {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';
}

async function showInvitation(token) {
  const { name, roles } = await call('POST', '/v1/invitations/redeem/options', { token });
  const heading = name === null ? 'Welcome' : `Welcome, ${name}`;
  show('join', heading, 'Create a passkey. It is how you sign in from now on.');
  element('name-field').hidden = name !== null;
  element('name').required = name === null;
  list(element('join-roles'), roles);
  if (!canUsePasskeys()) return tell(noPasskeys);
  onAsk(element('join'), 'submit', 'Waiting for your device …', async () => {
    const chosen = name ?? element('name').value.trim();
    if (chosen === '') throw new Error('Write your name first.');
    await join(token, chosen);
  });
}

async function join(token, name) {
  const { challenge, options } = await call('POST', '/v1/invitations/redeem/options', { token });
  const user = { ...options.user, name, displayName: name };
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, user });
  const credential = await navigator.credentials.create({ publicKey });
  const answer = { token, challenge, response: credential.toJSON(), name };
  const session = await call('POST', '/v1/invitations/redeem', answer);
  history.replaceState(null, '', '/');
  showSignedIn(session);
  announce();
}

onAsk(element('sign-in-passkey'), 'click', 'Waiting for your device …', async () => {
  const { challenge, options } = await call('POST', '/v1/session/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  const answer = { challenge, response: credential.toJSON() };
  showSignedIn(await call('POST', '/v1/session', answer));
  announce();
});

onAsk(element('sign-out'), 'click', 'Signing out …', async () => {
  // Whoever is not signed in any more has what they asked for.
  await call('DELETE', '/v1/session').catch(error => {
    if (!(error instanceof Refused)) throw error;
  });
  await showSignIn();
  announce();
});

async function open() {
  const token = location.pathname === '/join' ? location.hash.slice(1) : '';
  if (token !== '') return showInvitation(token);
  try {
    showSignedIn(await call('GET', '/v1/session'));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await showSignIn();
  }
}

try {
  await open();
} catch (error) {
  if (error.isAboutLink) {
    const why = 'It was used already, is too old, or is incomplete.';
    const remedy =
      'If you made a passkey with it, sign in. If not, ask whoever sent it for a new one.';
    show('closed', 'This link does not open', `${why} ${remedy}`);
  } else {
    show('closed', 'That did not work', '');
    tell(explain(error));
  }
}
addEventListener('hashchange', () => location.reload());
