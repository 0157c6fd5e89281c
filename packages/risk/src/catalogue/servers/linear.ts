import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const linear: CatalogueFile = {
  id: 'linear',
  servers: ['linear', 'linear-mcp', 'linear-server'],
  source: 'npm linear-mcp-server 0.1.0, @tacticlaunch/mcp-linear 1.4.3; linear.app/docs/mcp',
  rows: [
    ...reads(
      'linear_search_issues linear_get_user_issues list_issues get_issue list_projects get_project list_teams get_team list_users get_user list_comments list_cycles list_documents get_document search_documentation linear_getissues linear_searchissues linear_getteams linear_getprojects',
    ),
    ...does(
      'create',
      'reversible',
      'linear_create_issue linear_add_comment create_issue create_comment create_project linear_createissue linear_createcomment linear_createproject linear_adddocument linear_addissuelabel linear_addattachment linear_createcycle',
    ),
    ...does(
      'update',
      'reversible',
      'linear_update_issue update_issue update_project linear_updateissue linear_assignissue linear_archiveissue linear_archiveproject linear_archivedocument linear_completecycle linear_convertissuetosubtask',
    ),
    ...does('delete', 'irreversible', 'linear_deletecomment linear_deleteissue'),
    ...does('delete', 'irreversible', 'linear_deleteteam linear_archiveteam', {
      raises: [shared.erases],
    }),
    ...does(
      'grant',
      'reversible',
      'linear_addusertoteam linear_addprojectmember linear_createwebhook',
      { raises: [shared.grants] },
    ),
    ...does(
      'grant',
      'irreversible',
      'linear_createoauthclientcredentialstoken linear_createmanagedoauthapplication',
      { raises: [shared.makesKey] },
    ),
  ],
};
