import type { ProfileField } from '#contract/people/audiences.ts';
import { feature } from '../../kernel/feature.ts';
import { foldSearchWords } from './erasure/erasure.queries.ts';
import { peopleHandlers } from './people.handlers.ts';
import { deleteUnusedPictures, selectPictureFiles } from './pictures/pictures.queries.ts';
import { picturesHandlers } from './pictures/pictures.handlers.ts';
import { privacyHandlers } from './privacy/privacy.handlers.ts';
import { personalData, warmUpPeople } from './people.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** An identity provider added a person. Imports emit a separate event. */
    person_added: { userId: number };
    profile_changed: { userId: number };
    privacy_changed: { userId: number };
    /** Emitted by the database. */
    person_disabled: { userId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** An admin or advisor was shown fields that aren't visible to everyone. */
    protected_read: { call: string; people: number[]; fields: ProfileField[] };
    /** Someone requested more full profiles than the limit allows. The call was refused. */
    reading_slowed: { person: number; shown: number };
    standing_changed: {
      person: number;
      hasHold?: boolean | undefined;
      isAdviser?: boolean | undefined;
    };
  }
}

export const peopleFeature = feature({
  name: 'people',
  personalData,
  warmUp: warmUpPeople,
  handlers: [...peopleHandlers, ...picturesHandlers, ...privacyHandlers],
  maintenance: [deleteUnusedPictures, foldSearchWords],
  fileReferences: [selectPictureFiles],
});
