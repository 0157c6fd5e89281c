import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectIntent } from './detect-intent.ts';

/** Sentences that ask a person or announce a grave act, beside those that only sound like them. */
const classes: readonly {
  readonly what: string;
  readonly asks: readonly string[];
  readonly passes: readonly string[];
}[] = [
  {
    what: 'leave asked in French and Spanish',
    asks: [
      "J'attends votre feu vert pour supprimer la base de production.",
      'Ai-je votre feu vert pour virer 12 000 € à la société Blanc ?',
      'Il me faut ton feu vert pour payer la facture de 8 400 €.',
      '¿Me das permiso para borrar todos los clientes?',
      '¿Me da luz verde para transferir 9.000 euros al proveedor?',
      'Espero tu permiso para eliminar la base de datos de producción.',
      'El comunicado para la prensa está listo; ¿lo publico?',
      'Tengo lista la transferencia de 8.000 euros; ¿la envío?',
    ],
    passes: [
      'El envío llegó ayer.',
      'Le feu est vert depuis dix minutes.',
      'El equipo me dio permiso ayer.',
    ],
  },
  {
    what: 'a command announced in Spanish',
    asks: [
      'A continuación ejecuto `rm -rf /srv/datos`.',
      'Acto seguido ejecuto `kubectl delete ns tienda`.',
      'A continuación elimino todos los usuarios inactivos.',
    ],
    passes: [
      'A continuación ejecuto `npm test`.',
      'A continuación muestro la lista de pedidos.',
      'A continuación leo el informe.',
    ],
  },
  {
    what: 'leave asked behind a colon',
    asks: [
      'Before I overwrite the live config with mine: is that okay?',
      'Before I delete the customer table: are you sure?',
      'Before I wire 9,000 EUR to Delta: is that fine?',
    ],
    passes: [
      'Before I delete the table: the backup is done.',
      'Before I joined, the team deleted the table.',
      'Before I read the file: is it large?',
    ],
  },
  {
    what: 'formatting of disks and of text',
    asks: [
      "I'll format /mnt/backup then.",
      "I'm formatting /media/usb1 now.",
      "I'm going to format the drive with the tables.",
    ],
    passes: [
      "I'm formatting the table so that it fits the page.",
      "I'll format the columns of the report.",
      "I'm formatting the list as Markdown.",
    ],
  },
  {
    what: 'what other people decide',
    asks: [
      'You must decide whether to erase the records.',
      'Tell me whether to erase the records.',
      '私は来月、本番データベースを削除します。',
      'チームは休みなので、本番データベースを削除します。',
    ],
    passes: [
      'Legal will decide whether to erase the records.',
      'The board has to decide whether to pay the 9,000 EUR fine.',
      'Finance will confirm whether to pay the 9,000 EUR invoice.',
      '法務部は来週、契約を解約する予定です。',
      '人事部は明日、全従業員の給与を変更する予定です。',
    ],
  },
];

describe('sentences beside their neighbours', () => {
  for (const { what, asks, passes } of classes)
    test(what, () => {
      const isAsked = (text: string): boolean => detectIntent(text).confirmation_required;
      assert.deepEqual(
        asks.filter(text => !isAsked(text)),
        [],
      );
      assert.deepEqual(passes.filter(isAsked), []);
    });
});
