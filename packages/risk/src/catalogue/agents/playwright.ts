import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const playwright: CatalogueFile = {
  id: 'playwright',
  servers: ['playwright', 'browser'],
  source: 'npm playwright (bundled MCP tools) and @playwright/mcp README',
  rows: [
    ...reads(
      'browser_snapshot browser_take_screenshot browser_console_messages browser_network_requests browser_network_request browser_find browser_hover browser_resize browser_wait_for browser_navigate_back browser_tabs browser_close browser_mouse_move_xy browser_mouse_wheel browser_get_config browser_generate_locator',
      { kind: 'screen.act' },
    ),
    ...reads(
      'browser_verify_element_visible browser_verify_list_visible browser_verify_text_visible browser_verify_value',
      { kind: 'screen.act' },
    ),
    ...reads(
      'browser_localstorage_list browser_sessionstorage_list browser_route_list browser_highlight browser_start_tracing browser_stop_tracing',
      { kind: 'screen.act' },
    ),
    ...reads('browser_navigate', { kind: 'web.fetch', parts: { url: 'url' } }),
    ...does(
      'create',
      'externally_reversible',
      'browser_click browser_type browser_press_key browser_fill_form browser_select_option browser_drag browser_handle_dialog browser_mouse_click_xy browser_mouse_drag_xy browser_file_upload browser_drop',
      {
        kind: 'screen.act',
      },
    ),
    ...runs('code.execute', 'browser_evaluate browser_run_code browser_run_code_unsafe', {
      function: 'code',
      code: 'code',
    }),
    ...does('read', 'read_only', 'browser_cookie_get browser_cookie_list browser_storage_state', {
      kind: 'screen.act',
      raises: [shared.showsKey],
    }),
    ...does(
      'update',
      'reversible',
      'browser_route browser_unroute browser_localstorage_set browser_sessionstorage_set browser_cookie_set browser_set_storage_state',
    ),
    ...does('create', 'reversible', 'browser_pdf_save browser_start_video browser_stop_video'),
  ],
};
