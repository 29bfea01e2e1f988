import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { dispatchLive } from '../../lib/live.ts';
import { createMessages } from '../../lib/messages.ts';
import ar from 'messages:ar';
import { listNotifications } from '#contract/notifications/calls.ts';
import { storeUnread, unreadQuery } from './notifications.data.ts';
import { subscribe } from './notifications.live.ts';
import { sentenceOf } from './sentence.ts';

describe('live notifications', () => {
  let stop = () => undefined as void;
  beforeEach(() => {
    stop = subscribe();
  });
  afterEach(() => {
    stop();
    queryClient.clear();
  });
  const unread = () => queryClient.getQueryData(unreadQuery().queryKey);
  const say = (change: number, count: number) =>
    dispatchLive({ kind: 'notifications_changed', change, unread: count });

  test('events update the count immediately and reload the list; old events and own actions change nothing', () => {
    const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    say(4, 2);
    expect(unread()).toEqual({ change: 4, unread: 2 });
    expect(asked).toHaveBeenCalledWith({ queryKey: [listNotifications] });
    asked.mockClear();
    // The response to the page's own call arrives, then its event, then a late event.
    storeUnread({ change: 5, unread: 1 });
    say(5, 1);
    say(3, 9);
    expect(unread()).toEqual({ change: 5, unread: 1 });
    expect(asked).not.toHaveBeenCalled();
    dispatchLive({ kind: 'resync' });
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });
});

describe('the sentence of a notification', () => {
  const face = (uid: string, firstName: string, lastName: string) => ({
    uid,
    firstName,
    lastName,
    photoUrl: null,
  });
  const item = (part: Partial<Notification>): Notification => ({
    id: '1',
    category: 'general',
    key: 'general.connectionRequests',
    kind: 'connection_requested',
    people: [face('2', 'Ben', 'Okafor')],
    peopleCount: 1,
    conversation: null,
    club: null,
    target: null,
    about: null,
    at: '2026-11-21T12:00:00Z',
    isRead: false,
    can: { answer: false },
    change: 1,
    ...part,
  });
  const english = createMessages('en', {});

  test('the sentence names one or two people or counts the others, and names the conversation', () => {
    const two = [face('2', 'Ben', 'Okafor'), face('3', 'Cy', '')];
    expect(sentenceOf(item({}), english)).toBe('Ben Okafor wants to connect with you');
    expect(sentenceOf(item({ people: two, peopleCount: 2 }), english)).toBe(
      'Ben Okafor and Cy want to connect with you',
    );
    expect(sentenceOf(item({ people: two, peopleCount: 5 }), english)).toBe(
      'Ben Okafor and 4 others want to connect with you',
    );
    // One of the two people may not be named now.
    expect(sentenceOf(item({ peopleCount: 2 }), english)).toBe(
      'Ben Okafor and one other want to connect with you',
    );
    expect(sentenceOf(item({ people: [] }), english)).toBe('Someone wants to connect with you');
    const message = { kind: 'message_written', key: 'general.chat' } as const;
    expect(sentenceOf(item({ ...message, conversation: { id: '1', name: null } }), english)).toBe(
      'Ben Okafor messaged you',
    );
    expect(
      sentenceOf(item({ ...message, conversation: { id: '1', name: 'Rowing' } }), english),
    ).toBe('Ben Okafor posted in Rowing');
  });

  test('the sentence isolates names in the other writing direction', () => {
    const fatima = { people: [face('8', 'فاطمة', 'العلي')] };
    expect(sentenceOf(item(fatima), english)).toBe(
      '\u2068فاطمة العلي\u2069 wants to connect with you',
    );
    expect(sentenceOf(item(fatima), createMessages('ar', ar))).toBe('طلب تواصل معك من فاطمة العلي');
    expect(sentenceOf(item({}), createMessages('ar', ar))).toBe(
      'طلب تواصل معك من \u2068Ben Okafor\u2069',
    );
  });
});
