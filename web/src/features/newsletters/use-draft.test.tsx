import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/call.ts';
import type { EmailEditorConfig, EmailDetails } from './email-editor-config.ts';
import { useDraft } from './use-draft.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('sending waits for a running save and then saves with the new version', async () => {
  const stored = { id: '1', title: 'One', summary: '', blocks: [], audience: {}, version: 1 };
  const versions: number[] = [];
  const finish: (() => void)[] = [];
  const config = {
    update: (_: string, version: number) => {
      versions.push(version);
      return new Promise((resolve) =>
        finish.push(() => resolve({ ...stored, version: version + 1 })),
      );
    },
    saved: () => undefined,
    key: () => ['email'],
  } as unknown as EmailEditorConfig<object>;
  const { result } = renderHook(() => useDraft(config, stored as unknown as EmailDetails<object>), {
    wrapper,
  });

  act(() => result.current.change({ title: 'Two' }));
  await waitFor(() => expect(versions).toEqual([1]), { timeout: 10_000 });
  act(() => result.current.change({ title: 'Three' }));
  const sent = result.current.flush();
  // The first save is still running.
  expect(versions).toEqual([1]);
  await act(async () => {
    finish[0]?.();
    await waitFor(() => expect(versions).toEqual([1, 2]));
    finish[1]?.();
    expect(await sent).toBe(3);
  });
});
