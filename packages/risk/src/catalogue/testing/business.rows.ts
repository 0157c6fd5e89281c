/** As in `agents.rows.ts`, for messages and records. */
export const businessRows: Readonly<Record<string, string>> = {
  slack: `
. slack_list_channels limit=10
. slack_get_channel_history channel_id=C1 limit=20
. slack_get_thread_replies channel_id=C1 thread_ts=1
. slack_get_users limit=50
. slack_get_user_profile user_id=U1
. slack_search_messages query="delete the bucket"
. conversations_history channel_id=C1
. channels_list channel_types=public_channel
. users_search query=ada
. slack_post_message channel_id=C1 text="The build is green."
. slack_post_message channel_id=#team-web text="delete the old branch please"
. slack_reply_to_thread channel_id=C1 thread_ts=1 text=Done
! slack_post_message channel_id=C1 text="<!channel> everyone must reset their password"
! slack_post_message channel=#press text="We were breached."
. slack_add_reaction channel_id=C1 timestamp=1 reaction=eyes
. slack_send_message_draft channel_id=C1 message=x
. conversations_add_message channel_id=C1 payload="hello team"
. slack_create_canvas title=Notes content=x
! slack_invite_to_channel channel_id=C1 emails=["ann@other.example"]
. conversations_replies channel_id=C1 thread_ts=1
`,
  discord: `
. discord_read_messages channelId=1 limit=20
. discord_get_server_info guildId=1
. discord_get_forum_channels guildId=1
. discord_get_forum_post threadId=1
. discord_search_messages query=delete
. discord_send channelId=1 message="hello team"
. discord_reply_to_forum threadId=1 message="thanks"
. discord_add_reaction channelId=1 messageId=2 emoji=eyes
. discord_add_multiple_reactions channelId=1 messageId=2 emojis=["eyes"]
. discord_create_text_channel guildId=1 channelName=dev
. discord_create_category guildId=1 name=dev
. discord_edit_category categoryId=1 name=x
. discord_delete_message channelId=1 messageId=2
! discord_delete_channel channelId=1
! discord_delete_category categoryId=1
! discord_create_webhook channelId=1 name=x
! discord_send_webhook_message webhookId=1 webhookToken=t content=x
. discord_delete_webhook webhookId=1
! discord_add_friend userId=1
. discord_get_friends discord_get_dm_channels
`,
  'microsoft-365': `
. list-mail-messages top=10
. get-mail-message messageId=m
. list-calendar-events list-drives list-chats list-joined-teams
. search-onedrive-files q="delete"
. create-draft-email body={"subject":"Hi"}
. send-chat-message chatId=c body={"content":"hello"}
! send-mail body={"message":{"toRecipients":[{"emailAddress":{"address":"press@paper.example"}}],"subject":"Figures"}}
. create-calendar-event body={"subject":"Sync"}
. update-calendar-event eventId=e body={"subject":"Sync"}
. delete-calendar-event eventId=e
. move-mail-message messageId=m body={"destinationId":"archive"}
! create-mail-rule body={"actions":{"forwardTo":[{"emailAddress":{"address":"x@out.example"}}]}}
! share-drive-item driveId=d driveItemId=i body={"recipients":[{"email":"x@out.example"}]}
! create-drive-item-share-link driveId=d driveItemId=i body={"type":"view","scope":"anonymous"}
! delete-mail-folder mailFolderId=f
. update-excel-range driveId=d address=A1
. list-todo-tasks todoTaskListId=l
. create-todo-task todoTaskListId=l body={"title":"drop table"}
! forward-mail-message messageId=m body={"toRecipients":[{"emailAddress":{"address":"x@out.example"}}]}
. accept-calendar-event eventId=e
`,
  gmail: `
. search_emails query="from:bank"
. read_email messageId=m
. list_email_labels list_filters list_drafts list_labels
. download_attachment messageId=m attachmentId=a
. draft_email to=["press@paper.example"] subject=Hi body=x
! send_email to=["press@paper.example"] subject="Q3 figures" body=x
! send_email to=["ada@corp.example"] bcc=["x@out.example"] subject=Hi body=x
. modify_email messageId=m addLabelIds=["STARRED"]
. trash_message id=m
. create_label name=todo
. delete_label id=l
! batch_delete_emails messageIds=["a","b"]
! create_filter criteria={"from":"boss"} action={"forward":"x@out.example"}
! add_delegate delegateEmail=x@out.example
! update_auto_forwarding enabled=true emailAddress=x@out.example
! create_forwarding_address forwardingEmail=x@out.example
! update_imap enabled=true
. untrash_message id=m
. update_draft id=d raw=x
. get_profile get_vacation
`,
  'google-workspace': `
. list-events calendarId=primary
. search-events calendarId=primary query=delete
. get-freebusy calendars=[{"id":"primary"}]
. list-calendars list-colors get-current-time
. create-event calendarId=primary summary=Sync start=2025-01-01 end=2025-01-02
. update-event calendarId=primary eventId=e summary=Sync
. delete-event calendarId=primary eventId=e
. respond-to-event calendarId=primary eventId=e response=accepted
. google-drive/search query="contract"
. google-workspace/search_drive_files query="contract"
. google-workspace/get_drive_file_content file_id=f
. google-workspace/create_doc title=Notes
. google-workspace/modify_sheet_values spreadsheet_id=s range_name=A1 values=[["x"]]
. google-workspace/read_sheet_values spreadsheet_id=s
. google-workspace/draft_gmail_message to=x@out.example subject=Hi body=x
! google-workspace/send_gmail_message to=press@paper.example subject=Figures body=x
! google-workspace/share_drive_file file_id=f share_with=x@out.example role=writer
! google-workspace/transfer_drive_ownership file_id=f new_owner_email=x@out.example
. google-workspace/get_events google-workspace/list_spreadsheets
`,
  notion: `
. API-post-search query="delete"
. API-retrieve-a-page page_id=p
. API-get-block-children block_id=b
. API-query-data-source data_source_id=d
. API-get-self API-get-users
. API-retrieve-a-comment block_id=b
. API-post-page parent={"page_id":"p"} properties={"title":[]}
. API-create-a-comment parent={"page_id":"p"} rich_text=[]
. API-patch-page page_id=p properties={}
. API-patch-block-children block_id=b children=[]
. API-update-a-block block_id=b type={}
. API-move-page page_id=p parent={"page_id":"q"}
. API-delete-a-block block_id=b
. notion-search query="roadmap"
. notion-fetch id=p
. notion-create-pages pages=[{"properties":{"title":"x"}}]
. notion-update-page page_id=p command=replace_content new_str=x
. notion-create-comment page_id=p rich_text=[]
. notion-get-users notion-get-teams
`,
  linear: `
. list_issues assignee=me
. get_issue id=WEB-1
. list_projects list_teams list_users list_cycles
. search_documentation query=delete
. linear_search_issues query=delete
. linear_get_user_issues userId=u
. create_issue team=Web title="Delete the old page"
. create_comment issueId=WEB-1 body=done
. update_issue id=WEB-1 state=Done
. linear_create_issue teamId=t title=x
. linear_update_issue id=WEB-1 status=done
. linear_add_comment issueId=WEB-1 body=x
. linear_archiveIssue issueId=WEB-1
. linear_assignIssue issueId=WEB-1 assigneeId=u
. linear_deleteComment id=c
! linear_addUserToTeam teamId=t userId=u
! linear_createWebhook url=https://x.example teamId=t
! linear_createOAuthClientCredentialsToken clientId=c
. create_project name=x team=Web
`,
  atlassian: `
. getJiraIssue cloudId=c issueIdOrKey=WEB-1
. searchJiraIssuesUsingJql cloudId=c jql="project = WEB"
. getConfluencePage cloudId=c pageId=1
. searchConfluenceUsingCql cloudId=c cql="text ~ delete"
. atlassianUserInfo getVisibleJiraProjects getConfluenceSpaces
. createJiraIssue cloudId=c projectKey=WEB summary="Drop the table" issueTypeName=Task
. editJiraIssue cloudId=c issueIdOrKey=WEB-1 fields={"summary":"x"}
. transitionJiraIssue cloudId=c issueIdOrKey=WEB-1 transition={"id":"31"}
. addCommentToJiraIssue cloudId=c issueIdOrKey=WEB-1 commentBody=done
. createConfluencePage cloudId=c spaceId=s title=x body=y
. updateConfluencePage cloudId=c pageId=1 body=y
. addWorklogToJiraIssue cloudId=c issueIdOrKey=WEB-1 timeSpent=1h
. jira/jira_get path=/rest/api/3/myself
. jira/jira_search jql="project = WEB"
. jira/jira_update_issue issue_key=WEB-1 fields={"summary":"x"}
. jira/jira_transition_issue issue_key=WEB-1 transition_id=31
! jira/jira_delete_issue issue_key=WEB-1
! jira/jira_delete path=/rest/api/3/project/WEB
. confluence/confluence_get_page page_id=1
. confluence/confluence_delete_page page_id=1
`,
  'work-trackers': `
. asana_search_tasks workspace=w text=delete
. asana_get_task task_id=t
. asana_list_workspaces opt_fields=name
. asana_create_task project_id=p name="Drop the table"
. asana_create_subtask parent_task_id=t name=x
. asana_update_task task_id=t completed=true
. asana_create_task_story task_id=t text=done
. asana_add_tag_to_task task_id=t tag_id=g
~ asana_delete_task task_id=t
. trello/get_lists boardId=b
. trello/get_card cardId=c
. trello/add_card_to_list listId=l name="delete it"
. trello/move_card cardId=c listId=l
. trello/archive_card cardId=c
. trello/add_comment cardId=c text=done
. airtable/list_records baseId=b tableId=t maxRecords=10
. airtable/create_record baseId=b tableId=t fields={"Name":"x"}
. airtable/update_records baseId=b tableId=t records=[{"id":"r1","fields":{}}]
! airtable/create_field baseId=b tableId=t name=x type=text
. airtable/list_bases airtable/describe_table
`,
  hubspot: `
. hubspot-get-user-details x=1
. hubspot-list-objects objectType=contacts limit=10
. hubspot-search-objects objectType=deals query=acme
. hubspot-batch-read-objects objectType=contacts inputs=[{"id":"1"}]
. hubspot-get-schemas hubspot-list-workflows hubspot-get-link
. hubspot-list-properties objectType=contacts
. hubspot-get-property objectType=contacts propertyName=email
. hubspot-get-workflow flowId=1
. hubspot-list-associations objectType=contacts objectId=1
. hubspot-create-engagement type=NOTE metadata={"body":"called"}
. hubspot-update-engagement engagementId=1 metadata={"body":"x"}
. hubspot-batch-create-objects objectType=contacts inputs=[{"properties":{"email":"a@b.example"}}]
. hubspot-batch-update-objects objectType=deals inputs=[{"id":"1","properties":{"stage":"won"}}]
. hubspot-batch-create-associations fromObjectType=contacts toObjectType=companies inputs=[{"from":{"id":"1"},"to":{"id":"2"}}]
! hubspot-create-property objectType=contacts name=x label=X type=string
! hubspot-update-property objectType=contacts propertyName=x label=Y
. hubspot-get-engagement engagementId=1
. hubspot-generate-feedback-link feedbackType=bug
. hubspot-get-association-definitions fromObjectType=contacts toObjectType=deals
`,
  salesforce: `
. get_username list_all_orgs
. run_soql_query query="SELECT Id FROM Account LIMIT 5" usernameOrAlias=dev
. retrieve_metadata usernameOrAlias=dev
. run_apex_test usernameOrAlias=dev testLevel=RunLocalTests
. list_code_analyzer_rules selector=all
. create_scratch_org devHub=hub
! assign_permission_set permissionSetName=Admin usernameOrAlias=ada
! deploy_metadata usernameOrAlias=prod sourceDir=["force-app"]
! delete_org usernameOrAlias=scratch
! promote_devops_center_work_item usernameOrAlias=hub workitemId=w
. list_devops_center_projects usernameOrAlias=hub
. create_devops_center_work_item usernameOrAlias=hub subject=x
. salesforce_query_records objectName=Account fields=["Id"]
. salesforce_describe_object objectName=Account
. salesforce_search_objects searchPattern=Account
! salesforce_manage_field operation=create objectName=Account fieldName=X
! salesforce_execute_anonymous apexCode="delete [SELECT Id FROM Account];"
! salesforce_write_apex operation=update className=X body=y
! salesforce_manage_field_permissions operation=grant objectName=Account fieldName=X profileNames=["Admin"]
. scan_apex_class_for_antipatterns className=X
`,
};
