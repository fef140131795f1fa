import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './lib/route.svelte';
import { theme } from './lib/theme.svelte';
import './styles.css';

theme.start();
router.start();
const target = document.getElementById('page')!;
target.replaceChildren();
mount(App, { target });
