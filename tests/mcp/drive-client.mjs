// Connects the client of an SDK to a server that is a program, lists its tools, calls one, and prints what it got.
const [sdk, call, command, ...args] = process.argv.slice(2);
const { name, arguments: given } = JSON.parse(call);
const info = { name: 'a peer', version: '1' };
const place = { command, args, env: { ...process.env }, stderr: 'ignore' };

async function connected() {
  if (sdk === 'v1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const client = new Client(info);
    await client.connect(new StdioClientTransport(place));
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport(place));
  return client;
}

const client = await connected();
const { tools } = await client.listTools();
const result = await client.callTool({ name, arguments: given });
console.log(JSON.stringify({ tools, result }));
await client.close();
