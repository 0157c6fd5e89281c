import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const social: CatalogueFile = {
  id: 'social',
  servers: [
    'twitter',
    'x',
    'linkedin',
    'reddit',
    'mastodon',
    'bluesky',
    'youtube',
    'instagram',
    'facebook',
  ],
  source: null,
  rows: [
    ...reads(
      'search_tweets get_user_timeline get_profile get_home_timeline search_posts get_post get_comments get_trending list_channels',
    ),
    ...does(
      'send',
      'externally_reversible',
      'post_tweet create_tweet tweet create_post submit_post publish_post reply_to_tweet reply_to_post upload_video publish_video post_status create_thread',
      { raises: [shared.publishes] },
    ),
    ...does('send', 'irreversible', 'send_dm send_direct_message', { raises: [shared.sends] }),
    ...does('create', 'reversible', 'like_tweet like_post bookmark_post save_draft'),
    ...does('delete', 'irreversible', 'delete_tweet delete_post delete_video'),
  ],
};
