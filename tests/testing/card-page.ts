// The page of a host that shows the component and nothing else. It runs in a browser: what to show is fetched, what was
// pressed is kept where a test reads it.
import {
  ConfirmationCard,
  type ConfirmationCardProps,
  type ConfirmationChoice,
} from '@countersign/inbox/confirmation';
import '@countersign/inbox/confirmation.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const answers: ConfirmationChoice[] = [];
Object.assign(window, { answers });

const shown = (await (await fetch('/card')).json()) as Omit<ConfirmationCardProps, 'onAnswer'>;
const place = document.createElement('main');
place.id = 'host';
const heading = document.createElement('h1');
heading.textContent = 'A host';
const words = document.createElement('p');
words.textContent = 'Words of the host, with ';
const button = document.createElement('button');
button.className = 'btn hold risk';
button.textContent = 'a button of its own';
words.append(button);
const card = document.createElement('div');
card.className = 'place';
place.append(heading, words, card);
document.querySelector('#chat')?.append(place);
createRoot(card).render(
  createElement(ConfirmationCard, { ...shown, onAnswer: choice => answers.push(choice) }),
);
