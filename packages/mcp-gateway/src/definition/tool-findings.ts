/** Something about the definition of a tool that an operator should look at. A finding can only raise the risk. */
export type ToolFinding =
  | 'invisible_characters'
  | 'orders_to_a_model'
  | 'shadowed_name'
  | 'unreadable_definition';

/** Characters that a person does not see and a model reads: controls, bidirectional marks, tags, zero widths. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Ordinary characters that fall in those ranges: line ends, tabs, and the variation selector of an emoji. */
const ordinary = /[\t\n\r]|(?<=\p{Extended_Pictographic})\u{fe0f}/gu;

/** Phrases of a description that steers a model and does not describe a tool. */
const orders: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|other|all)\b.{0,40}\b(instruction|rule|prompt|message|guideline|tool)s?\b/iu,
  /\b(do not|don't|never|without)\b.{0,30}\b(tell|telling|inform|informing|mention|mentioning|show|showing|reveal|notify|notifying|ask|asking)\b.{0,30}\b(user|human|person|anyone|operator)\b/iu,
  /<\/?(important|system|instructions?|secret|hidden|assistant)\b[^>]*>/iu,
  /\b(before|prior to)\b.{0,20}\b(using|calling|invoking)\b.{0,30}\b(this|any|other|another)\b.{0,20}\btools?\b/iu,
  /\b(always|you must|must always|make sure to)\b.{0,30}\b(call|use|invoke|run)\b.{0,30}\b(this|first|instead|before)\b/iu,
  /\binstead of\b.{0,40}\btools?\b/iu,
  /\b(read|open|include|send|pass|attach|append)\b.{0,60}(\.ssh|id_rsa|id_ed25519|\.env\b|mcp\.json|credentials?\b|api[ _-]?keys?\b|system prompt|conversation history|private key)/iu,
  /\byou are (now|a|an)\b.{0,40}\b(assistant|agent|model|admin)/iu,
];
const scanMax = 65_536;

export function findingsOf(definition: unknown): readonly ToolFinding[] {
  const words = textsOf(definition).join('\n').slice(0, scanMax);
  const shown = words.replace(ordinary, ' ');
  const plain = shown.replace(invisible, '').replace(/\s+/gu, ' ');
  return [
    ...(shown.search(invisible) >= 0 ? (['invisible_characters'] as const) : []),
    ...(orders.some(pattern => pattern.test(plain)) ? (['orders_to_a_model'] as const) : []),
  ];
}

/** All text of a definition: a model reads names and descriptions of parameters too. */
function textsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 64) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member, depth + 1)]);
}
