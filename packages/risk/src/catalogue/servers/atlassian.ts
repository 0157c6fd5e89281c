import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const atlassian: CatalogueFile = {
  id: 'atlassian',
  servers: ['atlassian', 'jira', 'confluence', 'mcp-atlassian', 'atlassian-rovo', 'rovo'],
  source:
    'support.atlassian.com Rovo MCP supported tools; github.com/sooperset/mcp-atlassian README; npm @aashari/mcp-server-atlassian-jira 3.3.0',
  rows: [
    ...reads(
      'getJiraIssue searchJiraIssuesUsingJql getVisibleJiraProjects getJiraProjectIssueTypesMetadata getTransitionsForJiraIssue lookupJiraAccountId getConfluencePage getConfluenceSpaces getPagesInConfluenceSpace searchConfluenceUsingCql getConfluencePageFooterComments atlassianUserInfo getAccessibleAtlassianResources search fetch',
    ),
    ...reads(
      'jira_get jira_get_issue jira_search jira_get_project_issues jira_get_transitions jira_get_agile_boards confluence_search confluence_get_page confluence_get_comments confluence_get_page_children',
    ),
    ...does(
      'create',
      'reversible',
      'createJiraIssue addCommentToJiraIssue addWorklogToJiraIssue createConfluencePage createConfluenceFooterComment createConfluenceInlineComment createIssueLink jira_create_issue jira_add_comment jira_add_worklog jira_create_issue_link confluence_create_page confluence_add_comment confluence_add_label jira_batch_create_issues',
    ),
    ...does(
      'update',
      'reversible',
      'editJiraIssue transitionJiraIssue updateConfluencePage jira_update_issue jira_transition_issue jira_create_sprint jira_update_sprint jira_link_to_epic confluence_update_page',
    ),
    ...does(
      'delete',
      'irreversible',
      'jira_delete_issue jira_remove_issue_link confluence_delete_page',
    ),
    ...runs('http.request', 'jira_post jira_put jira_patch jira_delete', {
      path: 'url',
      body: 'body',
    }),
  ],
};
