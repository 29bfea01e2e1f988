/** Password of all demo sign-ins. It is printed at every start and protects nothing. */
export const demoPassword = 'campus-demo';

const ana = {
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Silva',
  gender_pronoun: 'she/her',
  account_type: 'Student',
  year_of_graduation: 2028,
  major: 'Environmental Science',
  city: 'Porto',
  zipcode: '4050-159',
  state: 'Porto',
  country: 'Portugal',
  bio:
    '<p>I grew up in Porto, where the river tells you what kind of day it will be, and I came here to study how cities can live with their water. ' +
    'This year I am mapping the <strong>flood plains behind the campus</strong> with a group of eleven people and two very patient drones.</p>' +
    '<p>When I am not in the lab I row, cook for too many people, and look for anyone who wants to practise Portuguese in exchange for help with statistics. ' +
    'Ask me about:</p><ul><li>the community garden behind the library</li><li>field trips on Saturdays, no experience needed</li><li>the best pastel de nata in town (I have a <em>ranked list</em>)</li></ul>' +
    '<p>Some of our maps are at <a href="https://example.org/river-maps">example.org/river-maps</a>. New students: write to me any time, I was new once too.</p>',
  languages: ['English', 'Portuguese', 'Spanish', 'German'],
  company_name: 'River Lab',
  work_title: 'Student research assistant',
  looking_for: [
    'New friends',
    'Research opportunities',
    'Language exchange partners',
    'An internship',
  ],
  industries: ['Environmental Services', 'Renewables & Environment', 'Research'],
  interests: [
    'Hiking',
    'Photography',
    'Sustainability',
    'Cooking',
    'Live music',
    'Board games',
    'Gardening',
  ],
  sports: ['Rowing', 'Swimming', 'Volleyball'],
  phone_work: '+1 555-0142',
  phone_home: '+351 555 0110',
  phone_mobile: '+1 555-0187',
  current_address: '12 Orchard Lane[[SEP]] Apt 4B[[SEP]] West Campus',
  photo: 'p003-lorelei',
  cover: 'cover-05',
};

const ben = {
  username: 'ben',
  first_name: 'Ben',
  last_name: 'Okafor',
  gender_pronoun: 'he/him',
  account_type: 'Student',
  year_of_graduation: 2027,
  major: 'Computer Science',
  city: 'Lagos',
  zipcode: '100001',
  state: 'Lagos',
  country: 'Nigeria',
  bio:
    '<p>Third-year computer science student, choir tenor and the person who keeps the 3D printers in the <strong>makerspace</strong> running. ' +
    'I like programs that are small enough to understand on a train ride.</p>' +
    '<p>Last summer I helped a clinic in Lagos move its appointment book from paper to a web app that works without a network, and I would like to do more work of that kind. ' +
    'If you have an idea and need somebody who can build a first version in a weekend, find me in the makerspace on Thursday evenings. I bring plantain chips.</p>',
  languages: ['English', 'Igbo', 'Yoruba', 'French'],
  company_name: 'Campus Makerspace',
  work_title: 'Lab assistant',
  looking_for: ['Project teammates', 'Co-founders', 'A mentor', 'Study partners'],
  industries: ['Computer Software', 'Information Technology & Services', 'Hospital & Health Care'],
  interests: ['Coding', 'Choir', 'Robotics', 'Chess', 'Podcasts', 'Hackathons'],
  sports: ['Basketball', 'Running', 'Table tennis'],
  phone_work: '+1 555-0163',
  phone_home: '+234 555 0121',
  phone_mobile: '+1 555-0129',
  current_address: '88 College Avenue[[SEP]] Room 212',
  photo: 'p137-openpeeps',
  cover: 'cover-11',
};

const officer = {
  username: 'officer',
  first_name: 'Olivia',
  last_name: 'Park',
  gender_pronoun: 'she/her',
  account_type: 'Student',
  year_of_graduation: 2027,
  major: 'Political Science',
  city: 'Seattle',
  zipcode: '98105',
  state: 'WA',
  country: 'United States',
  bio: '<p>President of the hiking club and treasurer of the debate society. Ask me how to start a club: it takes one form and seven signatures.</p>',
  languages: ['English', 'Korean'],
  looking_for: ['Club members', 'Volunteering opportunities'],
  industries: ['Public Policy'],
  interests: ['Hiking', 'Debate', 'Public speaking'],
  sports: ['Climbing'],
  phone_work: '+1 555-0155',
  photo: 'p030-lorelei',
  cover: 'cover-02',
};

const admin = {
  username: 'admin',
  first_name: 'Adam',
  last_name: 'Fischer',
  gender_pronoun: 'they/them',
  account_type: 'Staff',
  is_admin: true,
  city: 'Hamburg',
  country: 'Germany',
  bio: '<p>I run this campus platform. Something does not work as it should? Tell me.</p>',
  languages: ['English', 'German'],
  company_name: 'Demo University',
  work_title: 'Community manager',
  industries: ['Higher Education'],
  interests: ['Cycling', 'Vinyl records', 'Tea'],
  phone_work: '+1 555-0100',
  photo: 'p043-notionists',
  cover: 'cover-17',
};

const eve = {
  username: 'eve',
  first_name: 'Eve',
  last_name: 'Lindqvist',
  gender_pronoun: 'she/her',
  account_type: 'Student',
  year_of_graduation: 2029,
  major: 'Music',
  city: 'Uppsala',
  country: 'Sweden',
  bio: '<p>Cellist, early riser, and new at Northern College. I am putting together a string quartet and need two violins and a viola.</p>',
  languages: ['English', 'Swedish'],
  looking_for: ['New friends', 'Project teammates'],
  industries: ['Music'],
  interests: ['Concerts', 'Singing', 'Skiing', 'Knitting'],
  sports: ['Cross-country skiing'],
  phone_work: '+1 555-0171',
  photo: 'p009-lorelei',
  cover: 'cover-08',
};

/** A student who has never signed in, to try the welcome page. */
export const newStudent = {
  username: 'nadia',
  first_name: 'Nadia',
  last_name: 'Newcomer',
  account_type: 'Student',
  year_of_graduation: 2030,
  major: 'Environmental Science',
} as const;

/** The admin of a school that hasn't set up anything, to try the setup checklist. */
export const newAdmin = {
  username: 'admin',
  first_name: 'Noor',
  last_name: 'Haddad',
  account_type: 'Staff',
  is_admin: true,
} as const;

/** The people who sign in at each demo school. Pictures are file names in the demo material. */
export const cast = { demo: [ana, ben, officer, admin], north: [eve] } as const;
