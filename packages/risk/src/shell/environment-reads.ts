/** How code takes many variables of its environment at once. */
interface EnvironmentReads {
  /** The environment as one value. */
  readonly dumps: boolean;
  /** The environment as pairs, given to a function. */
  readonly asEntries: boolean;
  /** One variable after another. Together they are the whole environment. */
  readonly walks: boolean;
}

export function environmentReads(text: string): EnvironmentReads {
  return {
    dumps:
      /(os\.environ|process\.env|\bENV|%ENV|\$_ENV|getenv\(\)|env:)(?![\w.[(])/u.test(text) &&
      !/(os\.environ|process\.env|ENV)\s?[[.]/u.test(text),
    asEntries:
      /(Object\.(entries|values|keys)|JSON\.stringify|dict|json\.dumps|print|puts|items)\s?\(?\s?(os\.environ|process\.env|ENV)\b(?!\s?[[.](?!items|to_h|inspect|copy))/u.test(
        text,
      ),
    walks: /(os\.environ|process\.env|\bENV)\s?\.\s?(items|values|to_h|each|select|filter)\b/u.test(
      text,
    ),
  };
}

/** `urllib.request.Request(url, data=…)` is a POST. */
export const postsBody = /\bRequest\s{0,2}\([^;]{0,400}?\bdata\s{0,2}=(?!=)/su;
