// What goes by HTTP.

import type {
  Account, Advice, Analysis, AuthorNews, Bring, GameCard, GameDetails, History, Inside, NewRoom, PastMatch, Problem, Room, Session, Sought, View, Viewer,
} from '../protocol/types';
import { problemWords, say } from '../words/words.svelte';
import { commitmentTo, keepEntropy, newEntropy } from '../model/entropy';
import { codeOf } from './codes';
import { recall, remember } from './kept';

/** A request that was refused, in words for people. */
export class Refused extends Error {
  constructor(
    public status: number,
    public problem: Problem,
  ) {
    super(problemWords(problem));
  }
}

/** Asks the server; a text is sent as it is, all else as JSON. */
async function answer(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  const token = recall('token');
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'text/plain' : 'application/json';
  const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: sent });
  } catch {
    throw new Refused(0, { code: 'offline', text: say('offline') });
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refused(response.status, { code: 'failed', text: say('failed'), ...problem });
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answer(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const part = encodeURIComponent;

/** What goes behind the question mark: every value that there is. */
function search(values: Record<string, unknown>): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return said.length ? `?${said.map(([name, value]) => `${name}=${part(String(value))}`).join('&')}` : '';
}

/** The same with the code of the table where we have come by it. */
function query(id: string, values: Record<string, unknown> = {}): string {
  return search({ ...values, code: codeOf(id) });
}

/** A whole history, asked for page by page. */
export async function allPages(page: (values: Record<string, unknown>) => Promise<History>, viewer?: Viewer): Promise<History> {
  const first = await page({ viewer });
  let steps = first.steps;
  let { next } = first;
  while (next !== undefined) {
    const more: History = await page({ viewer, after: next });
    steps = [...steps, ...more.steps];
    // Another server may be there by now: what does not go on is the end.
    next = more.next !== undefined && more.next > next ? more.next : undefined;
  }
  return { ...first, steps };
}

/** Sits down with a commitment to entropy that is added to the seed when the match begins. */
async function adding(sit: (commitment: string) => Promise<Room>): Promise<Room> {
  const entropy = newEntropy();
  const room = await sit(commitmentTo(entropy));
  keepEntropy(room.id, entropy);
  return room;
}

export const api = {
  games: () => request<GameCard[]>('GET', '/games'),
  game: (id: string) => request<GameDetails>('GET', `/games/${part(id)}`),
  opening: (id: string) => request<View>('GET', `/games/${part(id)}/opening`),
  rooms: () => request<Room[]>('GET', '/rooms'),
  mine: () => request<Room[]>('GET', '/mine'),
  room: (id: string) => request<Room>('GET', `/rooms/${part(id)}${query(id)}`),
  create: (room: NewRoom) => adding((commitment) => request<Room>('POST', '/rooms', { ...room, commitment })),
  join: (id: string, wish: object = {}) => adding((commitment) => request<Room>('POST', `/rooms/${part(id)}/join`, { ...wish, commitment })),
  leave: (id: string) => request<Room>('POST', `/rooms/${part(id)}/leave`, {}),
  start: (id: string) => request<Room>('POST', `/rooms/${part(id)}/start`, {}),
  ready: (id: string) => request<Room>('POST', `/rooms/${part(id)}/ready`, {}),
  bring: (id: string, seat: number, brings: Record<string, Bring>) =>
    request<Room>('PUT', `/rooms/${part(id)}/seats/${seat}/brings`, { brings }),
  rematch: (id: string) => request<Room>('POST', `/rooms/${part(id)}/rematch`, {}),
  setSeat: (id: string, seat: number, player: string) =>
    request<Room>('PUT', `/rooms/${part(id)}/seats/${seat}`, { player }),
  history: (id: string, viewer?: Viewer) =>
    allPages((values) => request<History>('GET', `/matches/${part(id)}/history${query(id, values)}`), viewer),
  replay: (file: string, viewer?: Viewer) => allPages((values) => request<History>('POST', `/replay${search(values)}`, file), viewer),
  file: async (id: string) => (await answer('GET', `/matches/${part(id)}/export${query(id)}`)).text(),
  fork: (id: string, version: number) => request<Room>('POST', `/matches/${part(id)}/fork${query(id)}`, { version }),
  analysis: (id: string) => request<Analysis>('GET', `/matches/${part(id)}/analysis${query(id)}`),
  advice: (id: string, level: string) => request<Advice>('POST', `/matches/${part(id)}/advice`, { level }),
  inside: (id: string, version?: number) =>
    request<Inside>('GET', `/matches/${part(id)}/inside${version === undefined ? '' : `?version=${version}`}`),
  author: () => request<AuthorNews>('GET', '/author'),
  past: (account: string) => request<PastMatch[]>('GET', `/accounts/${part(account)}/matches`),
  seek: (game: string, rated: boolean) => request<Sought>('POST', '/queue', { game, rated }),
  sought: () => request<Sought>('GET', '/queue'),
  stopSeeking: () => request<Sought>('DELETE', '/queue'),
};

/** Who we are; a guest is made when nobody is there yet. */
export async function whoAmI(guestName: () => string): Promise<Account> {
  const fromLink = new URLSearchParams(location.hash.slice(1)).get('token');
  if (fromLink) {
    remember('token', fromLink);
    history.replaceState(null, '', location.pathname + location.search);
  }
  if (recall('token')) {
    try {
      return await request<Account>('GET', '/me');
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      remember('token', undefined);
    }
  }
  const wanted = recall('name') ?? guestName();
  try {
    return await newGuest(wanted);
  } catch (error) {
    // Whoever has an account by now has its name: then it is another one, with a number that hardly anybody has.
    if (!(error instanceof Refused) || (error.problem.code !== 'name_taken' && error.problem.code !== 'bad_name')) throw error;
    return newGuest(`${guestName()} ${100 + Math.floor(Math.random() * 900)}`);
  }
}

const newGuest = async (name: string) => known(await request<Session>('POST', '/guests', { name }));

/** Ends the session: its token opens nothing any more, wherever it may be. */
export async function logOut(): Promise<void> {
  await request('DELETE', '/sessions');
  for (const name of ['token', 'name', 'seeking', 'codes']) remember(name, undefined);
}

/** Another name for the same guest. */
export const renameGuest = async (name: string) => known(await request<Session>('PUT', '/me', { name }));

function known(session: Session): Account {
  remember('token', session.token);
  remember('name', session.account.name);
  return session.account;
}
