/** Files in which a project names what it depends on. */
const manifests =
  /(^|[\\/])(package\.json|requirements[\w.-]{0,40}\.(?:txt|in)|pyproject\.toml|setup\.cfg|Pipfile|Cargo\.toml|Gemfile|[\w.-]{1,60}\.gemspec|composer\.json|deno\.jsonc?|pubspec\.ya?ml|Package\.swift|mix\.exs)$/iu;

const address = String.raw`(?:git\+[a-z]{2,5}:\/\/|git(?:@|:\/\/)|ssh:\/\/|(?:github|gitlab|bitbucket|gist):[\w.-]|https?:\/\/[^"'\s]{1,400}(?:\.git\b|\.t(?:ar\.)?gz\b|\.zip\b|\.whl\b))`;

/** Members that say where a project itself is. */
const ownAddress =
  /^(?:url|repository|homepage|bugs|author|funding|documentation|source|issues|changelog)$/iu;

const inJson = new RegExp(String.raw`"([^"\n]{1,200})"\s{0,8}:\s{0,8}"${address}`, 'giu');
const inLines: readonly RegExp[] = [
  // `-e git+https://…`, `name @ https://….whl`, in a file of requirements or in a list of texts.
  new RegExp(
    String.raw`^\s{0,20}["']?(?:-e\s{1,4}|--editable[ =])?(?:[\w.[\],-]{1,100}\s{0,4}@\s{0,4})?${address}`,
    'imu',
  ),
  // `name = { git = "https://…" }`, `gem "name", git: "https://…"`, `gem "name", github: "…"`.
  /\b(?:git|github|gitlab|bitbucket)\s{0,4}(?:=|:|=>)\s{0,4}["'](?:[a-z+]{2,8}:\/\/|git@|[\w.-]{1,80}\/[\w.-]{1,80}["'])/iu,
  /\.package\s{0,4}\(\s{0,8}(?:name:[^,\n]{1,100},\s{0,8})?url\s{0,4}:/u,
];

/** Whether a text that is put into a manifest makes the project depend on code from an address, past the registry. */
export function addsForeignDependency(path: string, text: string): boolean {
  if (!manifests.test(path)) return false;
  if (/\.jsonc?$/iu.test(path))
    return [...text.matchAll(inJson)].some(([, key = '']) => !ownAddress.test(key));
  return inLines.some(pattern => pattern.test(text));
}
