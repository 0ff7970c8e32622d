import { mount } from 'svelte';
import './themes.css';
import App from './App.svelte';
import { applyTheme } from './ui/theme.svelte';
import { speech } from './words/words.svelte';

applyTheme();
// Whoever needs other words than the games' own waits for them, so that nothing is written twice.
void speech.begin().then(() => mount(App, { target: document.getElementById('app') as HTMLElement }));
