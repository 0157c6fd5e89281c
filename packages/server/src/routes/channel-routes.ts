import { ChannelParams, LinkBody, LinkStep } from '@countersign/wire/channels';
import type { Channel } from '../channels/channel.ts';
import { configuredChannel } from '../channels/configured-channels.ts';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofDirectory } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';

/** The way to link an account, which all channels share, and then the routes of each channel. */
export function channelRoutes(known: readonly Channel[]): readonly Route[] {
  return [linkRoute(known), ...known.flatMap(({ routes }) => routes)];
}

function linkRoute(known: readonly Channel[]): Route {
  return route({
    method: 'POST',
    path: '/v1/channels/:channel/links',
    id: 'linkAccount',
    outside: true,
    tag: 'credentials',
    summary: 'Begin to link an account in a channel to oneself',
    access: ['recent_browser'],
    params: ChannelParams,
    body: LinkBody,
    problems: ['route_not_found', ...ofDirectory],
    answers: { 200: LinkStep },
    handle: async (app, { caller, params, body: { details } }) => {
      const configured = configuredChannel(app.settings, params.channel, known);
      const link = configured?.channel.link ?? null;
      if (configured === null || link === null) {
        return refuseCall('route_not_found', 'no such channel has accounts here');
      }
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'a person links an account');
      const asked = link.details.map(({ name }) => name);
      if (asked.toSorted().join() !== Object.keys(details).toSorted().join()) {
        const wanted = asked.length === 0 ? 'no details' : `the details ${asked.join(', ')}`;
        return refuseCall('object_malformed', `expected ${wanted}`);
      }
      const { settings } = configured;
      const begun = await link.begin(app, settings, caller.person_id, details);
      return answerTo(begun, ({ instruction, copy, expires_at }) =>
        json({ instruction, copy, expires_at }),
      );
    },
  });
}
