export { slackHeaders } from './loopback-slack.ts';
export { buttonOf, click, secret, startSlackWorkspace, submit } from './slack-workspace.ts';
