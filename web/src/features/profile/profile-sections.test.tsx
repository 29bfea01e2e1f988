import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/people/endpoints.ts';
import { school } from '../../lib/school.ts';
import { someone, someSchool, stage, resetStage } from '../../testing/stage.tsx';
import { addressText, identityOf, locationOf } from '../people/person.ts';
import { Bio } from './bio.tsx';
import { hasSections, ProfileSections } from './profile-sections.tsx';

afterEach(resetStage);

/** All values that a section can show, by their label. */
const sections = {
  'A line about me': { bio: 'A line about me' },
  'Current job': { workTitle: 'Cook', companyName: 'Mensa' },
  Languages: { languages: [{ language: 'Spanish', iconUrl: '/languages/es.svg' }] },
  'Looking for': { lookingForSelections: [{ value: 'Study partners' }] },
  'Career interests': { industrySelections: [{ value: 'Energy' }] },
  Interests: { interests: [{ interest: 'Chess' }] },
  'Favorite sports': { sports: [{ name: 'Rowing' }] },
  Email: { email: 'ana@demo.test' },
  'Work phone': { phoneWork: '+49 30 1' },
  Location: { city: 'Berlin', zipcode: '10115', state: 'BE', country: 'Germany' },
} as const satisfies Record<string, Partial<User>>;
type Section = keyof typeof sections;
const all = Object.keys(sections) as Section[];
const empty: Partial<User> = {
  bio: null,
  workTitle: null,
  companyName: '',
  languages: [],
  lookingForSelections: [],
  industrySelections: [],
  interests: [],
  sports: [],
  email: null,
  phoneWork: '',
  city: null,
  zipcode: null,
  state: '',
  country: null,
};
const withSections = (present: readonly Section[]): User =>
  Object.assign({ ...someone, ...empty }, ...present.map((one) => sections[one])) as User;
const shown = () => all.filter((section) => screen.queryByText(section) !== null);

describe('sections', () => {
  test('[CARD-04] a profile with all data shows each section with its label', async () => {
    await stage(<ProfileSections person={withSections(all)} />);
    expect(shown()).toEqual(all);
    for (const words of [
      'Cook, Mensa',
      'Study partners',
      'Energy',
      'Chess',
      'Rowing',
      'ana@demo.test',
      '+49 30 1',
      'Berlin, 10115, BE, Germany',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/languages/es.svg');
  });

  test('[CARD-04] a profile shows only the sections that have data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(all), async (present) => {
        await stage(<ProfileSections person={withSections(present)} />);
        expect(shown()).toEqual(present);
        expect(hasSections(withSections(present))).toBe(present.length > 0);
        resetStage();
      }),
      {
        numRuns: 40,
        examples: [[[]], ...all.map((gone): [Section[]] => [all.filter((one) => one !== gone)])],
      },
    );
  });

  test('[CARD-04] fields that the viewer can’t see look like empty ones', async () => {
    await stage(<ProfileSections person={someone} />);
    expect([shown(), hasSections(someone)]).toEqual([[], false]);
  });

  test('[CARD-04] the location joins its known parts with commas', () => {
    const parts = fc.option(fc.constantFrom('Lima', 'Perú', '15001', ''), { nil: null });
    fc.assert(
      fc.property(parts, parts, parts, parts, (city, zipcode, state, country) => {
        expect(locationOf({ city, zipcode, state, country })).toBe(
          [city, zipcode, state, country].filter((one) => one !== null && one !== '').join(', ') ||
            null,
        );
      }),
    );
  });

  test('[CARD-03] the line below the name has bullets only between its parts', () => {
    expect(identityOf({ genderPronoun: null, accountType: 'Staff', yearOfGraduation: null })).toBe(
      'Staff',
    );
    expect(
      identityOf({ genderPronoun: 'he/him', accountType: 'Alumni', yearOfGraduation: 1999 }),
    ).toBe('he/him • Alumni • 1999');
  });
});

describe('clubs', () => {
  const groups = ['Chess', 'Choir', 'Rowing', 'Radio', 'Robots'].map((groupName) => ({
    groupName,
    logoUrl: null,
  }));

  test('[CARD-05] a profile doesn’t show clubs by default', async () => {
    await stage(<ProfileSections person={{ ...someone, groups }} />);
    expect(screen.queryByText('Clubs')).toBeNull();
  });

  test('[CARD-05] [CARD-07] a profile shows at most 4 clubs if the school turns them on', async () => {
    await stage(<ProfileSections person={{ ...someone, groups }} />);
    act(() => school.set({ ...someSchool, config: { ...someSchool.config, profileGroups: true } }));
    expect(hasSections({ ...someone, groups })).toBe(true);
    expect(screen.getByText('Clubs')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.lastChild?.textContent)).toEqual([
      'Chess',
      'Choir',
      'Rowing',
      'Radio',
    ]);
  });
});

describe('bio', () => {
  const more = () => screen.queryByRole('button', { name: 'Read More' });

  test('[CARD-06] a bio with 400 characters shows in full', async () => {
    await stage(<Bio html={'a'.repeat(400)} />);
    expect([more(), document.querySelector('.line-clamp-3')]).toEqual([null, null]);
  });

  test('[CARD-06] a bio with 401 characters shows three lines with Read More, and expands and collapses', async () => {
    await stage(<Bio html={'a'.repeat(401)} />);
    expect(document.querySelector('.line-clamp-3')?.textContent).toHaveLength(401);
    fireEvent.click(more() as HTMLElement);
    expect([more(), document.querySelector('.line-clamp-3')]).toEqual([null, null]);
    fireEvent.click(screen.getByRole('button', { name: 'Read Less' }));
    expect(document.querySelector('.line-clamp-3')).not.toBeNull();
  });

  test('[CARD-06] tags and entities don’t count as characters', async () => {
    await stage(<Bio html={`<p><strong>${'a'.repeat(399)}</strong>&amp;</p>`} />);
    expect(more()).toBeNull();
  });
});

describe('address', () => {
  test('[CARD-08] the profile shows [[SEP]] as a comma', async () => {
    await stage(
      <ProfileSections
        person={{ ...someone, currentAddress: 'Calle 1[[SEP]] piso 2[[SEP]] Lima' }}
      />,
    );
    expect(screen.getByText('Calle 1, piso 2, Lima')).toBeTruthy();
    expect(document.body.textContent).not.toContain('[[SEP]]');
  });

  test('[CARD-08] an address can have any number of commas', () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((part) => !/[[\]]/.test(part))), (parts) => {
        expect(addressText(parts.join('[[SEP]]'))).toBe(parts.join(','));
      }),
    );
  });
});
