/** Names by which Python reaches a function through a text, and modules that run or remove. */
const reaching: ReadonlySet<string> = new Set(
  (
    'getattr setattr globals locals vars dir eval exec compile importlib import_module operator methodcaller attrgetter builtins sys os subprocess shutil pty ctypes ' +
    'runpy pkgutil inspect types marshal pickle pydoc sh plumbum fabric invoke __import__ __builtins__ __dict__ __getattribute__ __class__ __subclasses__ __globals__ __loader__ __spec__ __base__ __mro__'
  ).split(' '),
);

/** Without such a name a text is only a text, as in code that looks for a call in other code. */
export function reachesByText(language: string, names: readonly string[]): boolean {
  if (language !== 'python') return true;
  return names.some(name => name.split('.').some(part => reaching.has(part)));
}
