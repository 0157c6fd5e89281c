import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const browserUse: CatalogueFile = {
  id: 'browser-use',
  servers: ['browser-use', 'browser_use', 'browseruse', 'browserbase', 'stagehand'],
  source: 'docs.browser-use.com MCP server; github.com/browserbase/mcp-server-browserbase',
  rows: [
    ...reads(
      'browser_get_state browser_list_tabs browser_switch_tab browser_scroll browser_go_back browser_screenshot browser_get_html browser_extract_content',
      { kind: 'screen.act' },
    ),
    ...reads(
      'browserbase_screenshot browserbase_stagehand_observe browserbase_stagehand_extract browserbase_stagehand_get_url',
      { kind: 'screen.act' },
    ),
    ...reads('browser_navigate browserbase_stagehand_navigate', {
      kind: 'web.fetch',
      parts: { url: 'url' },
    }),
    ...does(
      'create',
      'externally_reversible',
      'browser_click browser_type input_text click_element send_keys select_dropdown_option upload_file',
      { kind: 'screen.act' },
    ),
    ...does('create', 'externally_reversible', 'browserbase_stagehand_act', {
      kind: 'screen.act',
      parts: { action: 'prompt' },
    }),
    ...does(
      'control',
      'externally_reversible',
      'browser_task retry_with_browser_use_agent run_browser_task browserbase_stagehand_agent',
      {
        kind: 'task.delegate',
        parts: { task: 'prompt', prompt: 'prompt' },
      },
    ),
    ...runs('code.execute', 'browser_execute_javascript execute_js', { script: 'code' }),
    ...does(
      'control',
      'reversible',
      'browser_close_tab browser_close_session browser_close_all browserbase_session_create browserbase_session_close',
    ),
  ],
};
