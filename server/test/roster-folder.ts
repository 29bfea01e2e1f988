import type { Content } from './import-folder.ts';

/** A small OneRoster 1.1 roster: two people in a class. Tests change the parts that they check. */
export const roster11 = (): Record<string, string> => ({
  'manifest.csv':
    'propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\nfile.orgs,bulk\nfile.academicSessions,bulk\nfile.courses,bulk\nfile.classes,bulk\nfile.users,bulk\nfile.enrollments,bulk\nfile.demographics,absent\nfile.results,absent\n',
  'orgs.csv':
    'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\ns1,,,West College,school,WC,\n',
  'academicSessions.csv':
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear\nt1,,,Fall,term,2026-09-01,2026-12-20,,2027\nt2,,,Late fall,gradingPeriod,2026-11-01,2026-12-20,t1,2027\n',
  'courses.csv':
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes\nc1,,,,Logic,L1,,s1,,\n',
  'classes.csv':
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods\nk1,,,Logic 1,,c1,,scheduled,"Room 1, left",s1,"t1,t2",,,"1,2"\n',
  'users.csv':
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password\n' +
    'u1,,,true,s1,student,lin,{LDAP:lin},Lin,"O\'Hara, the ""younger""",,100,lin@west.example,+1 555 0101,+1 555 0102,,12,secret\n' +
    'u2,,,TRUE,s1,teacher,tom,,Tom,Teach,,101,tom@west.example,,,,,\n',
  'enrollments.csv':
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate\ne1,,,k1,s1,u1,student,,,\ne2,,,k1,s1,u2,teacher,true,2026-09-01,2026-12-20\n',
});

/** The same people in OneRoster 1.2, which has a separate file for roles. */
export const roster12 = (): Record<string, string> => ({
  'orgs.csv': roster11()['orgs.csv'] ?? '',
  'manifest.csv':
    'propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\nfile.orgs,bulk\nfile.users,bulk\nfile.roles,bulk\nfile.demographics,bulk\n',
  'users.csv':
    'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns\n' +
    'u1,,,true,lin,,Linda,Hara,,,lin@west.example,,,,,,,,Lin,,,s1,they/them\n' +
    'u2,,,true,cora,,Cora,Counsel,,,,,,u1,,,,,,,,s1,\n' +
    'u3,,,false,pat,,Pat,Parent,,,,,,,,,,,,,,s1,\n',
  'roles.csv':
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId\nr1,,,u1,primary,student,,,s1,\nr2,,,u2,secondary,counselor,,,s1,\nr3,,,u2,primary,teacher,,,s1,\nr4,,,u3,primary,guardian,,,s1,\n',
  'demographics.csv':
    'sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian,blackOrAfricanAmerican,nativeHawaiianOrOtherPacificIslander,white,demographicRaceTwoOrMoreRaces,hispanicOrLatinoEthnicity,countryOfBirthCode,stateOfBirthAbbreviation,cityOfBirth,publicSchoolResidenceStatus\nu1,,,2007-02-11,female,,true,,,,,false,PT,,Porto,\nu9,,,2007-02-11,male,,,,,,,,,,,\n',
});

const users = roster11()['users.csv']?.split('\n')[0] ?? '';

/** Changed users. `rows` have the columns of OneRoster 1.1. */
export const delta = (rows: readonly string[]): Content => ({
  'manifest.csv': 'propertyName,value\noneroster.version,1.1\nfile.users,delta\n',
  'users.csv': `${users}\n${rows.join('\n')}\n`,
});
