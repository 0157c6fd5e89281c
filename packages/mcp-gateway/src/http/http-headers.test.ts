import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paramHeaders } from './http-headers.ts';

test('a header that repeats an argument says what its tool declares and what the call has there', () => {
  const place = { type: 'string', 'x-mcp-header': 'Place' };
  const schema = {
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      to: { properties: { city: place } },
      name: { type: 'string', 'x-mcp-header': 'Name' },
      one: { type: 'string', 'x-mcp-header': 'Twice' },
      two: { type: 'string', 'x-mcp-header': 'twice' },
    },
  };
  const given = { region: 'us', count: 7, to: { city: 'Zürich' }, one: 'a', two: 'b', note: 'eu' };
  const sent = ['region', 'count', 'place', 'name', 'twice', 'note', 'constructor'];
  const headers = Object.fromEntries(sent.map(name => [`mcp-param-${name}`, 'eu']));
  assert.deepEqual(
    paramHeaders({ ...headers, accept: '*/*' }, () => schema, given),
    {
      'mcp-param-region': 'us',
      'mcp-param-count': '7',
      'mcp-param-place': '=?base64?WsO8cmljaA==?=',
    },
  );
  assert.deepEqual(
    paramHeaders(headers, () => null, given),
    {},
    'a tool that no one listed declares nothing',
  );
});
