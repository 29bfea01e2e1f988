import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CurrentQueryClient } from './current-query-client.ts';

/** A list on a server whose first response is slow and was read before the change. */
const listWithSlowFirstRead = () => {
  const { promise: first, resolve: answer } = Promise.withResolvers<string[]>();
  const reads = [first, Promise.resolve(['new'])];
  let count = 0;
  const query = { queryKey: ['list'], queryFn: () => reads[count++] ?? Promise.resolve(['new']) };
  return { query, answer: () => answer([]), reads: () => count };
};

test('a list that is invalidated during its first load shows the state after the change', async () => {
  const client = new CurrentQueryClient();
  const list = listWithSlowFirstRead();
  const observer = new QueryObserver(client, list.query);
  const stop = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['list'] });
  list.answer();
  await Promise.resolve();
  expect([observer.getCurrentResult().data, list.reads()]).toEqual([['new'], 2]);
  stop();
});

test('a list that is invalidated during its preload loads again when the page shows it', async () => {
  const client = new CurrentQueryClient();
  const list = listWithSlowFirstRead();
  const preload = client.fetchQuery({ ...list.query, staleTime: 30_000 });
  await client.invalidateQueries({ queryKey: ['list'] });
  list.answer();
  expect(await preload).toEqual([]);
  const observer = new QueryObserver(client, { ...list.query, staleTime: 30_000 });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['new']);
  stop();
});

test('invalidating other lists during a preload doesn’t invalidate it', async () => {
  const client = new CurrentQueryClient();
  const list = listWithSlowFirstRead();
  const preload = client.fetchQuery(list.query);
  await client.invalidateQueries({ queryKey: ['other'] });
  list.answer();
  expect([await preload, client.getQueryState(['list'])?.isInvalidated]).toEqual([[], false]);
});
