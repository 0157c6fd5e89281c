import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UserConfig } from 'vite';

type Postcss = Exclude<NonNullable<NonNullable<UserConfig['css']>['postcss']>, string>;
type Plugin = Extract<NonNullable<Postcss['plugins']>[number], { readonly postcssPlugin: string }>;

/**
 * The width of its place makes a card narrow, and not the width of the window. The place may be a column of a wide
 * window.
 */
const narrowPlace = '(width < 560px)';
const narrowWindow = /^(\(width ?< ?\d+px\)|not all and \((min-width: ?|width ?>= ?)\d+px\))$/;

/** These rules are for the whole page. The page belongs to the host. */
const ofThePage = /^(html|body|:host)\b|#/;
const onceInAPage = /^(font-face|property)$/;

/**
 * Makes the style sheet of an application fit for the pages of others. Every rule reaches only the inside of the class,
 * which `:root` stands for. Rules for classes that nothing in `entry` uses are left out. Rules that a page has once,
 * such as fonts, are left out too.
 */
export function scopedStyles(entry: string, className: string): Plugin {
  const isUsed = usedWords(entry);
  // Two ids that no element has. With them, a rule counts more than a rule of the page with one id.
  const scope = `.${className}:not(#_#_)`;
  const scoped = (selector: string): string[] => {
    if (ofThePage.test(selector) || !classesIn(selector).every(isUsed)) return [];
    return selector.startsWith(':root')
      ? [scope + selector.slice(':root'.length)]
      : [`${scope} ${selector}`];
  };
  return {
    postcssPlugin: 'scoped-styles',
    Once: sheet => {
      sheet.walkAtRules(rule => {
        if (onceInAPage.test(rule.name)) rule.remove();
        if (rule.name === 'media' && narrowWindow.test(rule.params)) {
          rule.name = 'container';
          rule.params = narrowPlace;
        }
      });
      sheet.walkRules(rule => {
        const selectors = rule.selectors.flatMap(scoped);
        if (selectors.length === 0) rule.remove();
        else rule.selectors = selectors;
      });
      // The style sheet of a page counts more than any layer, so there are none.
      sheet.walkAtRules('layer', rule => {
        if (rule.nodes === undefined) rule.remove();
        else rule.replaceWith(rule.nodes);
      });
    },
  };
}

function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name);
}

/** Whether a word is quoted in the sources that `entry` leads to; `risk--` there stands for all that begin with it. */
function usedWords(entry: string): (name: string) => boolean {
  const quoted = sourcesFrom(entry).flatMap(
    file => readFileSync(file, 'utf8').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [],
  );
  const words = new Set(quoted.join(' ').match(/[\w-]+/g));
  const beginnings = [...words].filter(word => /\w-+$/.test(word));
  return name => words.has(name) || beginnings.some(beginning => name.startsWith(beginning));
}

function sourcesFrom(entry: string): string[] {
  const files = new Set([entry]);
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.tsx?)'/g)) {
      files.add(join(dirname(file), path));
    }
  }
  return [...files];
}
