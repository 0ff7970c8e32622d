import { mount } from 'svelte';
import './themes.css';
import App from './App.svelte';
import { applyTheme } from './ui/theme.svelte';
import { speech } from './words/words.svelte';

document.documentElement.lang = speech.language;
applyTheme();
mount(App, { target: document.getElementById('app') as HTMLElement });
