import { newClientId } from '#contract/client-id.ts';
import {
  insertFile,
  insertFolder,
  insertVersion,
  selectUpload,
} from '#server/features/club-files/club-files.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import type { Scene, SendPicture } from './demo-pictures.ts';
import { selectActiveClubs } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';

/** Clubs with files: those of the sign-ins, and others. */
const clubsWithFiles = 24;
const dayMs = 86_400_000;

/** Folders of a club with their pictures. Without a name, the pictures are at the top level. */
const folders: readonly {
  readonly name: string | null;
  readonly takesFiles: boolean;
  readonly files: readonly (readonly [scene: Scene, name: string])[];
}[] = [
  {
    name: 'Photos',
    takesFiles: true,
    files: [
      ['talk', 'First meeting.webp'],
      ['trail', 'Autumn trip.webp'],
      ['fair', 'Open day.webp'],
    ],
  },
  { name: 'Posters', takesFiles: false, files: [['banner', 'Poster for the open day.webp']] },
  { name: null, takesFiles: false, files: [['campus', 'Banner.webp']] },
];

interface PictureContext extends DemoContext {
  readonly send: SendPicture;
}

/** Adds files of the demo school's clubs. */
export const addClubFiles = async ({ db, send, school, now }: PictureContext): Promise<void> => {
  const signIns = new Set((await selectIdsByUsername(db, ['ana', 'ben', 'officer'])).values());
  const isOwn = ({ officers }: { officers: number[] }) => officers.some((one) => signIns.has(one));
  const all = await selectActiveClubs(db);
  const clubs = [...all.filter(isOwn), ...all.filter((club) => !isOwn(club))];
  for (const { club, members, officers } of clubs.slice(0, clubsWithFiles)) {
    const by = officers[0] ?? members[0] ?? 0;
    let days = 60;
    const row = (name: string) => {
      days -= 8;
      const at = new Date(now.getTime() - days * dayMs);
      return { school, club, by, clientId: newClientId(), now: at, name, readers: 1 };
    };
    for (const { name, takesFiles, files } of folders) {
      const folder =
        name === null ? null : await insertFolder(db, { ...row(name), parent: null, takesFiles });
      for (const [scene, fileName] of files) {
        const file = row(fileName);
        const upload = await send(by, { scene, name: fileName }, file.now);
        const { size = 0 } = (await selectUpload(db, upload)) ?? {};
        const id = await insertFile(db, { ...file, folder });
        await insertVersion(db, school, id, { upload, size, by, now: file.now, gone: null });
      }
    }
  }
};
