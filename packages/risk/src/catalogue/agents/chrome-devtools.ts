import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const chromeDevtools: CatalogueFile = {
  id: 'chrome-devtools',
  servers: ['chrome-devtools', 'chrome_devtools', 'chrome'],
  source: 'npm chrome-devtools-mcp 1.11.0, tool definitions',
  rows: [
    ...reads(
      'list_pages select_page take_snapshot take_screenshot list_network_requests get_network_request get_console_message list_console_messages wait_for hover resize_page emulate performance_start_trace performance_stop_trace performance_analyze_insight lighthouse_audit get_css_styles take_heapsnapshot list_extensions get_tab_id',
      { kind: 'screen.act' },
    ),
    ...reads('navigate_page new_page', { kind: 'web.fetch', parts: { url: 'url' } }),
    ...reads('close_page reveal_in_devtools open_devtools screencast_start screencast_stop', {
      kind: 'screen.act',
    }),
    ...does(
      'create',
      'externally_reversible',
      'click click_at drag fill fill_form press_key type_text handle_dialog upload_file',
      { kind: 'screen.act' },
    ),
    ...runs('code.execute', 'evaluate_script evaluate', { function: 'code' }),
    ...does(
      'create',
      'reversible',
      'install_extension reload_extension trigger_extension_action install_pwa launch_pwa',
      {
        raises: [['unknown_code', 'high', 'installs or runs an extension of the browser']],
      },
    ),
    ...does('delete', 'reversible', 'uninstall_extension uninstall_pwa'),
    ...does('control', 'irreversible', 'execute_webmcp_tool', {
      raises: [['unknown_effect', 'medium', 'a page defines what the tool does']],
    }),
  ],
};
