import type { SearchQuestion } from '@countersign/client/people';
import { type ReactNode, useId } from 'react';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { searchText } from '../language/english/search.ts';
import { pastApi } from '../unasked/past-api.ts';
import { outcomeNames, riskNames } from './found-table.tsx';
import { dayOf, hasFilter, startOfDay } from './search-question.ts';

type Choices = readonly (readonly [value: string, label: string])[];

/** What narrows a search besides words. The names to choose from are those of the last year. */
export function SearchFilters({
  question,
  onChange,
}: {
  readonly question: SearchQuestion;
  onChange(filters: SearchQuestion): void;
}): ReactNode {
  const names = useNames();
  const set = (name: keyof SearchQuestion) => (value: string) => onChange({ [name]: value });
  return (
    <div className="search-filters">
      <Choice
        label={searchText.agent}
        value={question.agent_id}
        choices={names.agents}
        onChange={set('agent_id')}
      />
      <Choice
        label={searchText.tool}
        value={question.tool_name}
        choices={names.tools}
        onChange={set('tool_name')}
      />
      <Choice
        label={searchText.rule}
        value={question.rule_id}
        choices={names.rules}
        onChange={set('rule_id')}
      />
      <Choice
        label={searchText.risk}
        value={question.risk_level}
        choices={riskNames}
        onChange={set('risk_level')}
      />
      <Choice
        label={searchText.person}
        value={question.person_id}
        choices={names.people}
        onChange={set('person_id')}
      />
      <Choice
        label={searchText.outcome}
        value={question.outcome}
        choices={outcomeNames}
        onChange={set('outcome')}
      />
      <Day
        label={searchText.from}
        value={dayOf(question.from)}
        onChange={day => onChange({ from: startOfDay(day) })}
      />
      <Day
        label={searchText.to}
        value={dayOf(question.before, 1)}
        onChange={day => onChange({ before: startOfDay(day, 1) })}
      />
      {hasFilter(question) && (
        <Button small kind="plain" onClick={() => onChange(cleared)}>
          {searchText.clear}
        </Button>
      )}
    </div>
  );
}

const cleared: SearchQuestion = {
  agent_id: undefined,
  tool_name: undefined,
  rule_id: undefined,
  risk_level: undefined,
  person_id: undefined,
  outcome: undefined,
  from: undefined,
  before: undefined,
};

function Choice({
  label,
  value = '',
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: Choices;
  onChange(value: string): void;
}): ReactNode {
  const id = useId();
  const isListed = value === '' || choices.some(([name]) => name === value);
  return (
    <div className="search-filter" data-set={value !== ''}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{searchText.any}</option>
        {!isListed && <option value={value}>{value}</option>}
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  onChange(day: string): void;
}): ReactNode {
  const id = useId();
  return (
    <div className="search-filter" data-set={value !== ''}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={event => onChange(event.target.value)} />
    </div>
  );
}

interface Names {
  readonly agents: Choices;
  readonly tools: Choices;
  readonly rules: Choices;
  readonly people: Choices;
}

const noNames: Names = { agents: [], tools: [], rules: [], people: [] };

function useNames(): Names {
  const { data } = useResource<Names>('search names', async signal => {
    const [{ agents, tools, rules }, { people }] = await Promise.all([
      pastApi.insights({ days: 365 }, { signal }),
      api.listPeople({ limit: 500, signal }),
    ]);
    const choices = (rows: readonly { readonly name: string }[]): Choices =>
      rows.map(({ name }) => [name, name] as const);
    return {
      agents: choices(agents.rows),
      tools: choices(tools.rows),
      rules: choices(rules.rows),
      people: people.map(({ person_id, name }) => [person_id, name ?? person_id] as const),
    };
  });
  return data ?? noNames;
}
