import { afterEach, expect, test } from 'vitest';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { stage, resetStage } from '../../../testing/stage.tsx';
import { MessageFiles } from './message-files.tsx';

afterEach(resetStage);

const picture = (width: number, height: number): UploadedFile => ({
  id: '1',
  name: 'river.png',
  size: 9,
  type: 'image/png',
  url: '/files/chat/1',
  picture: { width, height, thumbnailUrl: '/files/chat/1s' },
});

test.each([
  [1200, 450, '1200 / 450'],
  [300, 1200, '300 / 1200'],
])(
  '[CHAT-04] a picture of %i by %i reserves its space before it loads',
  async (width, height, ratio) => {
    const { container } = await stage(
      <MessageFiles files={[picture(width, height)]} hasText={false} isOwn={false} />,
    );
    const { style, className } = container.querySelector('img') as HTMLImageElement;
    expect(style.aspectRatio).toBe(ratio);
    // With its own width, the ratio gives the height; with `auto` there is no height before the file loads.
    expect(className.split(' ')).toEqual(expect.arrayContaining(['h-auto', 'max-w-full']));
    expect(className).not.toContain('w-auto');
  },
);
