// Which way imports point, and what a line of code may touch, package by package. This is the one
// place that says it; boundaries.test.ts holds every file to it, because neither npm nor tsc does:
// npm links every workspace into one node_modules, and `tsc -b` builds an upward import.
//
// A package gets its row before its first file. A wider row is an architecture decision: change it
// together with ARCHITECTURE.md, and with a record in docs/adr where a reviewer would ask why.
//
// Tests (`*.test.ts`, and everything under a `testing/` folder) are free of the bans, and may also import
// Node and any declared development dependency.

import {
  application,
  asynchrony,
  type Ban,
  clock,
  environment,
  hiddenCode,
  locale,
  logging,
  moduleState,
  network,
  nodeGlobals,
  ported,
  pure,
  randomness,
  timers,
} from './boundary-bans.ts';

export interface Row {
  /** Workspace packages, by folder name. */
  readonly packages: readonly string[];
  /** Packages from npm. */
  readonly externals: readonly string[];
  /** Modules of Node. */
  readonly node: readonly string[];
  readonly bans: readonly Ban[];
  /** Its imports end up inside its build, so its users do not install them: a development dependency counts. */
  readonly bundled?: boolean;
  /** Files that may do more. Paths are relative to the package. */
  readonly except?: readonly Exception[];
}

interface Exception {
  readonly files: RegExp;
  readonly packages?: readonly string[];
  readonly externals?: readonly string[];
  readonly node?: readonly string[];
  readonly lifted?: readonly Ban[];
}

const adapter: Row = { packages: ['client'], externals: [], node: [], bans: ported };

export const rows: Readonly<Record<string, Row>> = {
  // Only tests import it, and it is never published. It imports nothing of the product.
  testing: { packages: [], externals: [], node: [], bans: [] },
  protocol: {
    packages: [],
    externals: ['zod', '@noble/curves', '@noble/hashes'],
    node: [],
    bans: pure,
    // Chosen by the import conditions #sha256 and #signatures; their twins run everywhere else.
    except: [{ files: /\.node\.ts$/, node: ['node:crypto', 'node:util'], lifted: [nodeGlobals] }],
  },
  wire: {
    packages: ['protocol'],
    externals: ['zod'],
    node: [],
    bans: pure,
  },
  card: {
    packages: ['protocol'],
    externals: ['diff'],
    node: [],
    bans: pure,
    // A language writes its own numbers and dates, whatever the language of the machine is (ADR 0340).
    except: [{ files: /^src\/language\/(german|japanese)\.ts$/, lifted: [locale] }],
  },
  risk: {
    packages: ['protocol'],
    externals: [
      'zod',
      'unbash',
      'libpg-query',
      '@lezer/common',
      '@lezer/javascript',
      '@lezer/python',
      'web-tree-sitter',
    ],
    node: [],
    bans: pure,
    // These grammars are WebAssembly, which can only be loaded asynchronously. Their callers get them loaded.
    except: [
      {
        files: /^src\/(sql\/sql-grammar|shell\/script-grammars|grammars)\.ts$/,
        lifted: [asynchrony],
      },
    ],
  },
  policy: {
    packages: ['protocol', 'risk'],
    externals: ['yaml', '@bufbuild/cel'],
    node: [],
    bans: pure,
    // Evaluates in threads with deadlines (ADR 0035). Only composition roots import it.
    except: [
      {
        files: /^src\/workers\//,
        // A thread lowers its own priority (ADR 0052), and says how long it has worked.
        node: ['node:os', 'node:process', 'node:worker_threads'],
        lifted: [asynchrony, timers, moduleState],
      },
    ],
  },
  dialects: {
    packages: ['protocol'],
    externals: ['zod'],
    node: [],
    bans: pure,
    // Runs a foreign flow against a Gate that it takes by structure, hence asynchronous.
    except: [
      { files: /^src\/runtime\//, lifted: [asynchrony] },
      // Upstream's own defaults for ids and times, for code that calls its functions. Its users import it by name.
      { files: /^src\/now\//, lifted: [clock, randomness] },
      // A handler that blocks can be interrupted only in a thread of its own. Its users import it by name.
      { files: /^src\/threads\//, node: ['node:worker_threads'], lifted: [asynchrony] },
    ],
  },
  coordinator: {
    packages: ['protocol'],
    externals: [],
    node: [],
    bans: ported,
  },
  'store-sqlite': {
    packages: ['coordinator', 'protocol'],
    externals: [],
    node: ['node:sqlite', 'node:fs', 'node:path'],
    bans: ported,
  },
  'store-postgres': {
    packages: ['coordinator', 'protocol'],
    externals: ['pg'],
    node: ['node:fs', 'node:path'],
    bans: ported,
  },
  keys: {
    packages: ['coordinator', 'protocol'],
    externals: [],
    node: ['node:crypto', 'node:fs', 'node:path', 'node:child_process', 'node:stream'],
    bans: ported,
    except: [
      // Who runs this is asked of the system, and of nothing that can be set from outside.
      { files: /^src\/private-file\.ts$/, node: ['node:process'] },
      // A program of its own, hence its own composition root.
      { files: /^src\/signer-program\.ts$/, node: ['node:util'], lifted: [clock, environment] },
    ],
  },
  outside: {
    packages: ['coordinator', 'protocol'],
    externals: [],
    node: ['node:fs', 'node:path'],
    bans: ported,
  },
  client: {
    packages: ['protocol', 'wire'],
    externals: [],
    node: [],
    // It is where an agent meets the network, so it has the clock, timers and fetch; all but fetch through GateClock.
    bans: [locale, environment, nodeGlobals, logging, hiddenCode, moduleState],
    // Chosen by the import condition #exchange (ADR 0200); its twin runs everywhere else.
    except: [{ files: /\.node\.ts$/, node: ['node:http', 'node:https'], lifted: [nodeGlobals] }],
  },
  // Evaluates policy where the agent runs, in Node (ADR 0210). The client itself stays free of policy and of Node.
  edge: {
    packages: ['protocol', 'risk', 'policy', 'client'],
    externals: [],
    node: ['node:crypto', 'node:fs', 'node:path'],
    bans: [locale, environment, network, logging, hiddenCode, moduleState],
    // Whether the process that holds a folder still runs, which only the system knows.
    except: [{ files: /^src\/hold-folder\.ts$/, node: ['node:process'] }],
  },
  // Frameworks are peers: an adapter takes their objects by structure and imports none of them (ADR 0063).
  'ai-sdk': adapter,
  'openai-agents': adapter,
  langchain: adapter,
  mastra: adapter,
  'mcp-server': adapter,
  'claude-agent-sdk': adapter,
  embedded: {
    packages: [
      'protocol',
      'risk',
      'policy',
      'coordinator',
      'store-sqlite',
      'keys',
      'outside',
      'client',
    ],
    externals: [],
    node: ['node:crypto', 'node:fs', 'node:path'],
    // A composition root in a foreign process: it reads neither the environment nor the network.
    bans: [locale, environment, network, logging, hiddenCode, moduleState],
    // How long the machine has run is the second clock (TM-8). A failing decider is a warning of the process.
    except: [
      { files: /^src\/(process-clock|warn-of-fault)\.ts$/, node: ['node:os', 'node:process'] },
    ],
  },
  server: {
    packages: [
      'protocol',
      'wire',
      'card',
      'risk',
      'policy',
      'dialects',
      'coordinator',
      'keys',
      'outside',
      'guard',
      'mcp-gateway',
    ],
    externals: [
      'fastify',
      'zod',
      'yaml',
      'jose',
      'openid-client',
      '@simplewebauthn/server',
      '@slack/web-api',
      'nodemailer',
      '@opentelemetry/api',
      'ipaddr.js',
      'pino',
      'prom-client',
    ],
    node: [
      'node:crypto',
      'node:fs',
      'node:path',
      'node:net',
      'node:dns',
      'node:http',
      'node:stream',
      'node:tls',
      'node:url',
      'node:zlib',
    ],
    bans: application,
    // The composition root is the only place that names a store, the clock and the environment.
    except: [
      {
        files: /^src\/start\/open-parts\.ts$/,
        packages: ['store-sqlite', 'store-postgres', 'inbox'],
      },
      {
        files: /^src\/main\.ts$/,
        node: ['node:os', 'node:util'],
        lifted: [environment, logging],
      },
      // What main.ts and the command line both hand to a server: the clock of the process among it.
      { files: /^src\/start\/process-ports\.ts$/, node: ['node:os', 'node:timers/promises'] },
    ],
  },
  shell: {
    packages: ['protocol', 'risk', 'client'],
    externals: [],
    node: ['node:child_process', 'node:crypto', 'node:fs', 'node:path', 'node:stream'],
    bans: [locale, environment, network, logging, hiddenCode, moduleState],
    except: [
      // The variables that a command inherits by default are read in one place, and then bound.
      { files: /^src\/surroundings\.ts$/, lifted: [environment] },
      // A group of processes is signalled by the number of its leader, which only the system can do.
      { files: /^src\/process-group\.ts$/, node: ['node:process'] },
    ],
  },
  // Stands before the tools of coding agents. What an agent loads or starts is one file each, without our other packages.
  guard: {
    packages: ['protocol', 'client'],
    externals: [],
    node: ['node:crypto', 'node:http'],
    bans: [locale, environment, network, logging, hiddenCode, moduleState],
    except: [
      {
        files: /^src\/program\//,
        // The dialog of pi starts our own command line for the decision of a person.
        node: ['node:child_process', 'node:fs', 'node:http', 'node:https'],
        lifted: [environment, network, moduleState],
      },
      // A model on loopback, with which an agent makes a canary call.
      { files: /^src\/check\//, node: ['node:events', 'node:net'] },
    ],
  },
  // Stands between an MCP client and an MCP server. It reads both, and trusts neither.
  'mcp-gateway': {
    packages: ['protocol', 'client'],
    externals: [],
    node: [
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:http',
      'node:https',
      'node:path',
      'node:stream',
    ],
    bans: [locale, environment, network, logging, hiddenCode, moduleState],
  },
  inbox: {
    packages: ['card', 'client', 'protocol'],
    externals: [
      'react',
      'react-dom',
      'radix-ui',
      '@tanstack/react-virtual',
      '@simplewebauthn/browser',
      // Colours, loaded when a program is first shown (ADR 0081).
      '@lezer/highlight',
      '@lezer/javascript',
      '@lezer/python',
      '@lezer/yaml',
      '@lezer/css',
      '@lezer/go',
      '@lezer/rust',
      '@lezer/java',
    ],
    node: [],
    bans: [environment, nodeGlobals, logging, hiddenCode],
    bundled: true,
    // Says to the builder how to build, and is no part of what is built.
    except: [
      {
        files:
          /^(vite\.config|embed\/(vite\.config|scoped-styles|pure-schemas|english-only|short-text-names))\.ts$/,
        externals: ['vite', '@vitejs/plugin-react', '@tailwindcss/vite'],
        node: ['node:fs', 'node:path'],
      },
    ],
  },
  cli: {
    packages: [
      'protocol',
      'wire',
      'card',
      'risk',
      'policy',
      'coordinator',
      'client',
      'edge',
      'embedded',
      'keys',
      'guard',
      'mcp-gateway',
      'server',
      'shell',
      'store-sqlite',
    ],
    externals: ['commander', '@clack/prompts', 'yaml', 'zod'],
    node: [
      'node:crypto',
      'node:events',
      'node:fs',
      'node:http',
      'node:os',
      'node:path',
      'node:child_process',
      'node:stream',
      'node:timers/promises',
      'node:util',
      'node:url',
      'node:readline',
      'node:module',
    ],
    bans: [hiddenCode],
  },
};

/** Code beside the packages that stands in for a user: it sees only what a user would see. */
export const publicEntryPointsOnly: readonly string[] = ['tests', 'examples'];
