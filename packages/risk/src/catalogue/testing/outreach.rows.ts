/** As in `agents.rows.ts`, for support, mailings, phones, homes and public posts. */
export const outreachRows: Readonly<Record<string, string>> = {
  'support-desks': `
. get_ticket ticket_id=4
. get_tickets per_page=25
. get_ticket_comments ticket_id=4
. search_tickets query="delete my account"
. list_articles list_users
. create_ticket subject="Printer" description="broken"
. create_ticket_comment ticket_id=4 comment="We are looking into it." public=true
. update_ticket ticket_id=4 status=solved
. add_private_note ticket_id=4 body="customer wants a deletion"
. tag_ticket ticket_id=4 tags=["vip"]
! delete_ticket ticket_id=4
! permanently_delete_user user_id=9
! merge_users source_id=1 target_id=2
. intercom/search_conversations query=refund
. intercom/get_conversation id=c
. intercom/get_contact id=c
. intercom/search_contacts email=a@b.example
. intercom/search query="open tickets"
. intercom/fetch id=conversation_1
. intercom/close_conversation id=c
! intercom/merge_contacts from=1 into=2
`,
  mailers: `
. list-emails list-contacts list-broadcasts list-domains list-segments list-templates
. get-email id=e
. get-contact id=c
~ create-broadcast name=Spring segmentId=s subject=Hi html=x
. compose-broadcast id=b
. create-template name=welcome html=x
. create-contact email=a@b.example
. update-contact id=c firstName=Ada
. cancel-email id=e
! send-email to=["press@paper.example"] subject=Figures html=x
! send-batch-emails emails=[{"to":["a@b.example"],"subject":"Hi"}]
! send-broadcast broadcastId=b
! create-api-key name=ci permission=full_access
! remove-segment id=s
! remove-domain id=d
! create-webhook endpoint=https://x.example events=["email.sent"]
! create-automation name=drip
`,
  'phone-messages': `
! TwilioApiV2010--CreateMessage To=+15550100 Body="Your code is 1"
! TwilioApiV2010--CreateCall To=+15550100 Url=https://x.example
. TwilioApiV2010--ListMessage PageSize=10
. TwilioApiV2010--FetchMessage Sid=SM1
. TwilioApiV2010--FetchBalance AccountSid=AC1
! TwilioApiV2010--CreateIncomingPhoneNumber PhoneNumber=+15550100
! TwilioApiV2010--CreateNewKey FriendlyName=ci
. line/get_profile userId=u
. line/get_message_quota line/get_rich_menu_list
! line/push_text_message userId=u message={"type":"text","text":"Hi"}
! line/broadcast_text_message message={"type":"text","text":"Sale"}
! line/broadcast_flex_message message={"type":"flex"}
. line/create_rich_menu chatBarText=Menu
. line/set_rich_menu_default richMenuId=r
~ line/delete_rich_menu richMenuId=r
. whatsapp/list_chats limit=10
. whatsapp/list_messages query=delete
. whatsapp/search_contacts query=Ada
! whatsapp/send_message recipient=15550100 message="Hi"
! whatsapp/send_file recipient=15550100 media_path=/repo/contract.pdf
`,
  'home-assistant': `
. GetLiveContext list_entities system_overview list_automations get_version
. HassTurnOn name="Kitchen light"
. HassTurnOff area=Kitchen domain=["light"]
. HassLightSet name="Kitchen light" brightness=50
. HassSetPosition name=Blinds position=40
. HassClimateSetTemperature name=Living temperature=20
. HassMediaPause name=TV
. HassSetVolume name=TV volume_level=20
. HassListAddItem name=Shopping item=milk
. HassVacuumStart name=Robo
. get_entity entity_id=light.kitchen
. get_history entity_id=light.kitchen hours=4
. search_entities_tool query=lock
. entity_action entity_id=light.kitchen action=on
. toggle_entity entity_id=switch.bedroom state=on
. domain_summary_tool domain=light
! restart_ha reason=update
`,
  social: `
. search_tweets query=acme
. get_user_timeline username=acme
. get_profile username=acme
. get_home_timeline count=10
. get_post id=p
. get_comments id=p
. search_posts query=delete
. get_trending list_channels
! post_tweet text="We are hiring"
! create_tweet text="Big news"
! reply_to_tweet tweet_id=1 text=thanks
! linkedin/create_post text="Big news"
! reddit/submit_post subreddit=acme title=Hi text=x
! youtube/upload_video path=/repo/a.mp4 title=Demo
! send_dm recipient=ada text=Hi
! mastodon/post_status status="Hello"
! create_thread tweets=["a","b"]
! like_tweet tweet_id=1
! bookmark_post id=p
. save_draft text="not yet"
`,
};
