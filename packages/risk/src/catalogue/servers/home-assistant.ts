import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const homeAssistant: CatalogueFile = {
  id: 'home-assistant',
  servers: ['home-assistant', 'home_assistant', 'homeassistant', 'hass', 'hass-mcp'],
  source:
    'home-assistant.io/integrations/mcp_server; github.com/voska/hass-mcp README; developers.home-assistant.io intents',
  rows: [
    ...reads(
      'GetLiveContext HassGetState get_entity list_entities search_entities_tool domain_summary_tool system_overview get_history get_error_log get_version list_automations get_state',
    ),
    ...does(
      'update',
      'reversible',
      'HassTurnOn HassTurnOff HassLightSet HassSetPosition HassSetVolume HassMediaPause HassMediaUnpause HassMediaNext HassMediaSearchAndPlay HassClimateSetTemperature HassFanSetSpeed HassVacuumStart HassListAddItem HassListCompleteItem entity_action toggle_entity',
      { parts: { name: 'id', area: 'id' } },
    ),
    ...does('control', 'reversible', 'trigger_automation HassCancelAllTimers'),
    ...does('send', 'irreversible', 'HassBroadcast'),
    ...does('control', 'reversible', 'restart_ha', { raises: [shared.deploys] }),
    ...does('control', 'irreversible', 'call_service_tool', {
      parts: { service: 'operation', domain: 'description' },
    }),
  ],
};
